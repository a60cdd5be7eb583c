/* drive_dummy.c - f = c. */
#include "drive/arguments.h"

static void drive_dummy_read(reader *reader, drive *drive) { *(double *)drive->self = read_real(reader, "value"); }

static double drive_dummy_at(const drive *drive, const state *state, double x)
{
    (void)state, (void)x;
    return *(const double *)drive->self;
}

static double drive_dummy_derivative(const drive *drive, const state *state, double x)
{
    (void)drive, (void)state, (void)x;
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
    .derivative = drive_dummy_derivative,
    .is_constant = true,
};
