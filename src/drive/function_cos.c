/* function_cos.c - f(x) = A cos(w x + p),  f' = -A w sin(w x + p),  f'' = -w^2 f. */
#include "drive/functions.h"
#include <math.h>

typedef struct {
    double A, w, p;
} cosine;

static void function_cos_read(reader *reader, scalar_function *function)
{
    cosine *cosine = function->self;
    cosine->A = read_real(reader, "amplitude");
    cosine->w = read_real(reader, "angular frequency");
    cosine->p = read_real(reader, "phase");
}

static double function_cos_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    (void)bad;
    const cosine *cosine = function->self;
    const double angle = cosine->w * x + cosine->p;
    return cosine->A * (order == 0   ? cos(angle)
                        : order == 1 ? -cosine->w * sin(angle)
                                     : -cosine->w * cosine->w * cos(angle));
}

const scalar_function_type scalar_function_cos_type = {
    .keyword = "cos",
    .grammar = "\"NAME\", cos, AMPLITUDE, ANGULAR FREQUENCY, PHASE",
    .summary = "A cosine.",
    .size = sizeof(cosine),
    .read = function_cos_read,
    .eval = function_cos_eval,
};
