/* function_octave.c - a function of Octave (model/octave.h): f(x, ARGUMENT, ...), with derivatives by differences. */
#include "drive/functions.h"
#include "model/octave.h"

typedef struct {
    octave_function function;
    char *why; /* of the last failure */
} octave_scalar;

static void function_octave_read(reader *reader, scalar_function *function)
{
    octave_scalar *self = function->self;
    self->why = ARENA_ARRAY(reader_arena(reader), char, OCTAVE_WHY);
    read_octave_function(reader, &self->function, 1);
}

static double function_octave_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    const octave_scalar *self = function->self;
    double v = 0.0;
    const bool ok = order == 0 ? octave_value(&self->function, NULL, x, &v, self->why)
                               : octave_derivative(&self->function, NULL, x, order, &v, self->why);
    return ok ? v : function_fail(bad, function, x, self->why);
}

const scalar_function_type scalar_function_octave_type = {
    .keyword = "octave",
    .grammar = "\"NAME\", octave, \"FUNCTION\" [, embed octave, BOOL] [, octave search path, \"DIR\" [, ...]] [, "
               "arguments, N, VALUE, ...]",
    .summary = "A function of GNU Octave, called in a process of its own.",
    .size = sizeof(octave_scalar),
    .read = function_octave_read,
    .eval = function_octave_eval,
};
