/* drive_time.c - f = t: the current time, whatever the argument. */
#include "model/drive.h"

static double at(const drive *d, const state *s, double x)
{
    (void)d, (void)x;
    return s->t;
}

static double slope(const drive *d, const state *s, double x)
{
    (void)d, (void)s, (void)x;
    return 1.0;
}

const drive_type drive_time_type = {
    .keyword = "time",
    .grammar = "time",
    .summary = "The current time.",
    .value = at,
    .slope = slope,
};
