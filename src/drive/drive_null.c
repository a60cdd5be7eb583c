/* drive_null.c - f = 0. */
#include "contract/drive.h"

static double at(const drive *d, const state *s, double x)
{
    (void)d, (void)s, (void)x;
    return 0.0;
}

static double slope(const drive *d, const state *s, double x)
{
    (void)d, (void)s, (void)x;
    return 0.0;
}

const drive_type drive_null_type = {
    .keyword = "null",
    .grammar = "null",
    .summary = "Zero.",
    .value = at,
    .slope = slope,
    .is_constant = true,
};
