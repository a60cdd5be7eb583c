/* drive_scalar_function.c - a scalar function of the time, or of the argument of the drive. */
#include "contract/drive.h"
#include "contract/scalar_function.h"
#include "model/reading.h"

static void drive_scalar_function_read(reader *reader, drive *drive)
{
    *(const scalar_function **)drive->self = read_scalar_function(reader, "name of the scalar function");
}

static double drive_scalar_function_at(const drive *drive, const state *state, double x)
{
    return scalar_function_at(*(const scalar_function *const *)drive->self, state, x, 0);
}

static double drive_scalar_function_derivative(const drive *drive, const state *state, double x)
{
    return scalar_function_at(*(const scalar_function *const *)drive->self, state, x, 1);
}

const drive_type drive_scalar_function_type = {
    .keyword = "scalar function",
    .grammar = "scalar function, \"NAME\" [, TYPE, ARGUMENTS]",
    .summary = "A scalar function, defined before or here.",
    .size = sizeof(scalar_function *),
    .read = drive_scalar_function_read,
    .value = drive_scalar_function_at,
    .derivative = drive_scalar_function_derivative,
};
