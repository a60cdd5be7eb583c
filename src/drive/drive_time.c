/* drive_time.c - f = x: the time, or in another drive the argument that it gives. */
#include "model/drive.h"

static double at(const drive *d, const state *s, double x)
{
    (void)d, (void)s;
    return x;
}

static double slope(const drive *d, const state *s, double x)
{
    (void)d, (void)s, (void)x;
    return 1.0;
}

const drive_type drive_time_type = {
    .keyword = "time",
    .grammar = "time",
    .summary = "The time.",
    .value = at,
    .slope = slope,
};
