/* drive_dummy.c - f = c. */
#include "drive/arguments.h"

static void read(reader *r, drive *d) { *(double *)d->self = read_real(r, "value"); }

static double at(const drive *d, const state *s, double x)
{
    (void)s, (void)x;
    return *(const double *)d->self;
}

static double slope(const drive *d, const state *s, double x)
{
    (void)d, (void)s, (void)x;
    return 0.0;
}

const drive_type drive_dummy_type = {
    .keyword = "dummy",
    .grammar = "dummy, VALUE",
    .summary = "A constant.",
    .module = MODULE_DRIVE,
    .size = sizeof(double),
    .read = read,
    .value = at,
    .slope = slope,
    .is_constant = true,
};
