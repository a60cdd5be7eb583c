/* drive_const.c - f = c: a constant number. */
#include "contract/drive.h"

static void read(reader *r, drive *d) { *(double *)d->self = read_real(r, "constant"); }

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

const drive_type drive_const_type = {
    .keyword = "const",
    .grammar = "[const,] CONSTANT",
    .summary = "A constant number.",
    .size = sizeof(double),
    .read = read,
    .value = at,
    .slope = slope,
    .is_constant = true,
};

drive *drive_constant(arena *memory, double is)
{
    drive *d = ARENA_NEW(memory, drive);
    d->type = &drive_const_type;
    d->self = arena_copy(memory, &is, sizeof is);
    return d;
}
