/* function_log.c - f(x) = m log_b(c x) = m log(c x)/log(b), for c x > 0.
 *
 *     f' = m/(log(b) x),      f'' = -m/(log(b) x^2) */
#include "drive/functions.h"
#include "drive/diag_rows.h"
#include <math.h>

typedef struct {
    double m, c; /* m is already divided by log(b) */
} logarithm;

static void function_log_read(reader *reader, scalar_function *function)
{
    logarithm *logarithm = function->self;
    double base = M_E;
    if (read_keyword(reader, "base")) {
        base = read_real(reader, "base");
        if (read_ok(reader) && (!(base > 0.0) || base == 1.0))
            read_error_last(reader, E_FUNCTION_BASE, " and other than 1", base);
    }
    logarithm->c = read_keyword(reader, "coefficient") ? read_real(reader, "coefficient") : 1.0;
    logarithm->m = read_real(reader, "multiplier") / (base == M_E ? 1.0 : log(base));
}

static double function_log_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    const logarithm *logarithm = function->self;
    if (!(logarithm->c * x > 0.0))
        return function_fail(bad, function, x, "the argument of the logarithm is not positive");
    return order == 0 ? logarithm->m * log(logarithm->c * x) : order == 1 ? logarithm->m / x : -logarithm->m / (x * x);
}

const scalar_function_type scalar_function_log_type = {
    .keyword = "log",
    .grammar = "\"NAME\", log, [base, BASE,] [coefficient, COEFFICIENT,] MULTIPLIER",
    .summary = "A logarithm.",
    .size = sizeof(logarithm),
    .read = function_log_read,
    .eval = function_log_eval,
};
