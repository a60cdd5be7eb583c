/* function_div.c - f(x) = a(x)/b(x), where b(x) is not zero.
 *
 *     f' = (a' - f b')/b,      f'' = (a'' - 2 f' b' - f b'')/b */
#include "drive/functions.h"

static double function_div_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    const operands *operands = function->self;
    const expansion a = function_expand(operands->function, x, order, bad),
                    b = function_expand(operands->scalar_function, x, order, bad);
    if (b.f == 0.0)
        return function_fail(bad, function, x, "division by zero");
    expansion e = {.f = a.f / b.f};
    e.d = (a.d - e.f * b.d) / b.f;
    e.dd = (a.dd - 2.0 * e.d * b.d - e.f * b.dd) / b.f;
    return expansion_get(e, order);
}

const scalar_function_type scalar_function_div_type = {
    .keyword = "div",
    .grammar = "\"NAME\", div, (SCALAR FUNCTION) A, (SCALAR FUNCTION) B",
    .summary = "The quotient of two functions.",
    .size = sizeof(operands),
    .read = read_operands,
    .eval = function_div_eval,
};
