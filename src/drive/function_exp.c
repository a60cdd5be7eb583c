/* function_exp.c - f(x) = m b^(c x).
 *
 *     f' = c log(b) f,      f'' = (c log(b))^2 f */
#include "drive/functions.h"
#include "drive/diag_rows.h"
#include <math.h>

typedef struct {
    double m, k; /* k = c log(b) */
} exponential;

static void function_exp_read(reader *reader, scalar_function *function)
{
    exponential *exponential = function->self;
    double base = M_E;
    if (read_keyword(reader, "base")) {
        base = read_real(reader, "base");
        if (read_ok(reader) && !(base > 0.0))
            read_error_last(reader, E_FUNCTION_BASE, "", base);
    }
    const double coefficient = read_keyword(reader, "coefficient") ? read_real(reader, "coefficient") : 1.0;
    exponential->m = read_real(reader, "multiplier");
    exponential->k = coefficient * (base == M_E ? 1.0 : log(base));
}

static double function_exp_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    (void)bad;
    const exponential *exponential = function->self;
    const double v = exponential->m * exp(exponential->k * x);
    return order == 0 ? v : order == 1 ? exponential->k * v : exponential->k * exponential->k * v;
}

const scalar_function_type scalar_function_exp_type = {
    .keyword = "exp",
    .grammar = "\"NAME\", exp, [base, BASE,] [coefficient, COEFFICIENT,] MULTIPLIER",
    .summary = "An exponential function.",
    .size = sizeof(exponential),
    .read = function_exp_read,
    .eval = function_exp_eval,
};
