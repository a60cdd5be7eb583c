/* drive_octave.c - a function of Octave (model/octave.h): f(x, ARGUMENT, ...), and its derivative by differences. */
#include "drive/arguments.h"
#include "model/octave.h"

static void drive_octave_read(reader *reader, drive *drive) { read_octave_function(reader, drive->self, 1); }

static double drive_octave_at(const drive *drive, const state *state, double x)
{
    const octave_function *function = drive->self;
    char why[OCTAVE_WHY];
    double v = 0.0;
    if (!octave_value(function, state, x, &v, why))
        state_fail(state, function->entity.location, "Octave, %s(%g): %s", function->entity.name, x, why);
    return v;
}

static double drive_octave_derivative(const drive *drive, const state *state, double x)
{
    const octave_function *function = drive->self;
    char why[OCTAVE_WHY];
    double v = 0.0;
    if (!octave_derivative(function, state, x, 1, &v, why))
        state_fail(state, function->entity.location, "Octave, %s near %g: %s", function->entity.name, x, why);
    return v;
}

const drive_type drive_octave_type = {
    .keyword = "octave",
    .grammar = "octave, \"FUNCTION\" [, update octave variables, BOOL] [, embed octave, BOOL] [, octave search path, "
               "\"DIR\" [, ...]] [, arguments, N, VALUE, ...]",
    .summary = "A function of GNU Octave, called in a process of its own.",
    .module = MODULE_OCTAVE,
    .size = sizeof(octave_function),
    .read = drive_octave_read,
    .value = drive_octave_at,
    .derivative = drive_octave_derivative,
};
