/* function_log.c - f(x) = m log_b(c x) = m log(c x)/log(b), for c x > 0.
 *
 *     f' = m/(log(b) x),      f'' = -m/(log(b) x^2) */
#include "drive/functions.h"
#include "drive/diag_rows.h"
#include <math.h>

typedef struct {
    double m, c; /* m is already divided by log(b) */
} logarithm;

static void function_log_read(reader *r, scalar_function *f)
{
    logarithm *p = f->self;
    double base = M_E;
    if (read_keyword(r, "base")) {
        base = read_real(r, "base");
        if (read_ok(r) && (!(base > 0.0) || base == 1.0))
            read_error_last(r, E_FUNCTION_BASE, " and other than 1", base);
    }
    p->c = read_keyword(r, "coefficient") ? read_real(r, "coefficient") : 1.0;
    p->m = read_real(r, "multiplier") / (base == M_E ? 1.0 : log(base));
}

static double function_log_eval(const scalar_function *f, double x, int order, function_fault *bad)
{
    const logarithm *p = f->self;
    if (!(p->c * x > 0.0))
        return function_fail(bad, f, x, "the argument of the logarithm is not positive");
    return order == 0 ? p->m * log(p->c * x) : order == 1 ? p->m / x : -p->m / (x * x);
}

const scalar_function_type scalar_function_log_type = {
    .keyword = "log",
    .grammar = "\"NAME\", log, [base, BASE,] [coefficient, COEFFICIENT,] MULTIPLIER",
    .summary = "A logarithm.",
    .size = sizeof(logarithm),
    .read = function_log_read,
    .eval = function_log_eval,
};
