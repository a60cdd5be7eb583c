/* drive_const.c - f = c: a constant number. */
#include "contract/drive.h"

static void drive_const_read(reader *reader, drive *drive) { *(double *)drive->self = read_real(reader, "constant"); }

static double drive_const_at(const drive *drive, const state *state, double x)
{
    (void)state, (void)x;
    return *(const double *)drive->self;
}

static double drive_const_derivative(const drive *drive, const state *state, double x)
{
    (void)drive, (void)state, (void)x;
    return 0.0;
}

const drive_type drive_const_type = {
    .keyword = "const",
    .grammar = "[const,] CONSTANT",
    .summary = "A constant number.",
    .size = sizeof(double),
    .read = drive_const_read,
    .value = drive_const_at,
    .derivative = drive_const_derivative,
    .is_constant = true,
};

drive *drive_constant(arena *memory, double is)
{
    drive *d = ARENA_NEW(memory, drive);
    d->type = &drive_const_type;
    d->self = arena_copy(memory, &is, sizeof is);
    return d;
}
