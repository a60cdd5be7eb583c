/* function_pow.c - f(x) = x^p,  f' = p x^(p-1),  f'' = p (p-1) x^(p-2). */
#include "drive/functions.h"
#include <math.h>

static void function_pow_read(reader *reader, scalar_function *function)
{
    *(double *)function->self = read_real(reader, "exponent");
}

static double function_pow_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    const double p = *(const double *)function->self;
    const double factor = order == 0 ? 1.0 : order == 1 ? p : p * (p - 1.0);
    if (factor == 0.0)
        return 0.0;
    const double v = factor * pow(x, p - order);
    return isfinite(v) ? v : function_fail(bad, function, x, "the power is not a finite number");
}

const scalar_function_type scalar_function_pow_type = {
    .keyword = "pow",
    .grammar = "\"NAME\", pow, EXPONENT",
    .summary = "A power of the argument.",
    .size = sizeof(double),
    .read = function_pow_read,
    .eval = function_pow_eval,
};
