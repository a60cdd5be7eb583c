/* drive_const.c - f = c: a constant number. */
#include "contract/drive.h"

static void drive_const_read(reader *r, drive *d) { *(double *)d->self = read_real(r, "constant"); }

static double drive_const_at(const drive *d, const state *s, double x)
{
    (void)s, (void)x;
    return *(const double *)d->self;
}

static double drive_const_slope(const drive *d, const state *s, double x)
{
    (void)d, (void)s, (void)x;
    return 0.0;
}

const drive_type drive_const_type = {
    .keyword = "const",
    .grammar = "[const,] CONSTANT",
    .summary = "A constant number.",
    .size = sizeof(double),
    .read = drive_const_read,
    .value = drive_const_at,
    .slope = drive_const_slope,
    .is_constant = true,
};

drive *drive_constant(arena *memory, double is)
{
    drive *d = ARENA_NEW(memory, drive);
    d->type = &drive_const_type;
    d->self = arena_copy(memory, &is, sizeof is);
    return d;
}
