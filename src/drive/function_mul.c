/* function_mul.c - f(x) = a(x) b(x),  f' = a' b + a b',  f'' = a'' b + 2 a' b' + a b''. */
#include "drive/functions.h"

static double function_mul_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    const operands *operands = function->self;
    const expansion a = function_expand(operands->function, x, order, bad),
                    b = function_expand(operands->scalar_function, x, order, bad);
    const expansion e = {a.f * b.f, a.d * b.f + a.f * b.d, a.dd * b.f + 2.0 * a.d * b.d + a.f * b.dd};
    return expansion_get(e, order);
}

const scalar_function_type scalar_function_mul_type = {
    .keyword = "mul",
    .grammar = "\"NAME\", mul, (SCALAR FUNCTION) A, (SCALAR FUNCTION) B",
    .summary = "The product of two functions.",
    .size = sizeof(operands),
    .read = read_operands,
    .eval = function_mul_eval,
};
