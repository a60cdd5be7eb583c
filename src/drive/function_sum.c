/* function_sum.c - f(x) = a(x) + b(x), and the same for its derivatives. */
#include "drive/functions.h"

static double function_sum_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    const operands *operands = function->self;
    return function_eval(operands->function, x, order, bad) + function_eval(operands->scalar_function, x, order, bad);
}

const scalar_function_type scalar_function_sum_type = {
    .keyword = "sum",
    .grammar = "\"NAME\", sum, (SCALAR FUNCTION) A, (SCALAR FUNCTION) B",
    .summary = "The sum of two functions.",
    .size = sizeof(operands),
    .read = read_operands,
    .eval = function_sum_eval,
};
