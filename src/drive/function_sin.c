/* function_sin.c - f(x) = A sin(w x + p),  f' = A w cos(w x + p),  f'' = -w^2 f. */
#include "drive/functions.h"
#include <math.h>

typedef struct {
    double A, w, p;
} sine;

static void function_sin_read(reader *r, scalar_function *f)
{
    sine *p = f->self;
    p->A = read_real(r, "amplitude");
    p->w = read_real(r, "angular frequency");
    p->p = read_real(r, "phase");
}

static double function_sin_eval(const scalar_function *f, double x, int order, function_fault *bad)
{
    (void)bad;
    const sine *p = f->self;
    const double angle = p->w * x + p->p;
    return p->A * (order == 0 ? sin(angle) : order == 1 ? p->w * cos(angle) : -p->w * p->w * sin(angle));
}

const scalar_function_type scalar_function_sin_type = {
    .keyword = "sin",
    .grammar = "\"NAME\", sin, AMPLITUDE, ANGULAR FREQUENCY, PHASE",
    .summary = "A sine.",
    .size = sizeof(sine),
    .read = function_sin_read,
    .eval = function_sin_eval,
};
