/* function_sin.c - f(x) = A sin(w x + p),  f' = A w cos(w x + p),  f'' = -w^2 f. */
#include "drive/functions.h"
#include <math.h>

typedef struct {
    double A, w, p;
} sine;

static void function_sin_read(reader *reader, scalar_function *function)
{
    sine *sine = function->self;
    sine->A = read_real(reader, "amplitude");
    sine->w = read_real(reader, "angular frequency");
    sine->p = read_real(reader, "phase");
}

static double function_sin_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    (void)bad;
    const sine *sine = function->self;
    const double angle = sine->w * x + sine->p;
    return sine->A * (order == 0 ? sin(angle) : order == 1 ? sine->w * cos(angle) : -sine->w * sine->w * sin(angle));
}

const scalar_function_type scalar_function_sin_type = {
    .keyword = "sin",
    .grammar = "\"NAME\", sin, AMPLITUDE, ANGULAR FREQUENCY, PHASE",
    .summary = "A sine.",
    .size = sizeof(sine),
    .read = function_sin_read,
    .eval = function_sin_eval,
};
