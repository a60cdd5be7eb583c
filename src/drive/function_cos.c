/* function_cos.c - f(x) = A cos(w x + p),  f' = -A w sin(w x + p),  f'' = -w^2 f. */
#include "drive/functions.h"
#include <math.h>

typedef struct {
    double A, w, p;
} cosine;

static void function_cos_read(reader *r, scalar_function *f)
{
    cosine *p = f->self;
    p->A = read_real(r, "amplitude");
    p->w = read_real(r, "angular frequency");
    p->p = read_real(r, "phase");
}

static double function_cos_eval(const scalar_function *f, double x, int order, function_fault *bad)
{
    (void)bad;
    const cosine *p = f->self;
    const double angle = p->w * x + p->p;
    return p->A * (order == 0 ? cos(angle) : order == 1 ? -p->w * sin(angle) : -p->w * p->w * cos(angle));
}

const scalar_function_type scalar_function_cos_type = {
    .keyword = "cos",
    .grammar = "\"NAME\", cos, AMPLITUDE, ANGULAR FREQUENCY, PHASE",
    .summary = "A cosine.",
    .size = sizeof(cosine),
    .read = function_cos_read,
    .eval = function_cos_eval,
};
