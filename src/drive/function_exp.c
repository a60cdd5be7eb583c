/* function_exp.c - f(x) = m b^(c x).
 *
 *     f' = c log(b) f,      f'' = (c log(b))^2 f */
#include "drive/functions.h"
#include "drive/diag_rows.h"
#include <math.h>

typedef struct {
    double m, k; /* k = c log(b) */
} exponential;

static void function_exp_read(reader *r, scalar_function *f)
{
    exponential *p = f->self;
    double base = M_E;
    if (read_keyword(r, "base")) {
        base = read_real(r, "base");
        if (read_ok(r) && !(base > 0.0))
            read_error_last(r, E_FUNCTION_BASE, "", base);
    }
    const double coefficient = read_keyword(r, "coefficient") ? read_real(r, "coefficient") : 1.0;
    p->m = read_real(r, "multiplier");
    p->k = coefficient * (base == M_E ? 1.0 : log(base));
}

static double function_exp_eval(const scalar_function *f, double x, int order, function_fault *bad)
{
    (void)bad;
    const exponential *p = f->self;
    const double v = p->m * exp(p->k * x);
    return order == 0 ? v : order == 1 ? p->k * v : p->k * p->k * v;
}

const scalar_function_type scalar_function_exp_type = {
    .keyword = "exp",
    .grammar = "\"NAME\", exp, [base, BASE,] [coefficient, COEFFICIENT,] MULTIPLIER",
    .summary = "An exponential function.",
    .size = sizeof(exponential),
    .read = function_exp_read,
    .eval = function_exp_eval,
};
