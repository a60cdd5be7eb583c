/* drive_dummy.c - f = c. */
#include "drive/arguments.h"

static void drive_dummy_read(reader *r, drive *d) { *(double *)d->self = read_real(r, "value"); }

static double drive_dummy_at(const drive *d, const state *s, double x)
{
    (void)s, (void)x;
    return *(const double *)d->self;
}

static double drive_dummy_slope(const drive *d, const state *s, double x)
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
    .read = drive_dummy_read,
    .value = drive_dummy_at,
    .slope = drive_dummy_slope,
    .is_constant = true,
};
