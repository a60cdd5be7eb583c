/* function_sub.c - f(x) = a(x) - b(x), and the same for its derivatives. */
#include "drive/functions.h"

static double function_sub_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    const operands *operands = function->self;
    return function_eval(operands->function, x, order, bad) - function_eval(operands->scalar_function, x, order, bad);
}

const scalar_function_type scalar_function_sub_type = {
    .keyword = "sub",
    .grammar = "\"NAME\", sub, (SCALAR FUNCTION) A, (SCALAR FUNCTION) B",
    .summary = "The difference of two functions.",
    .size = sizeof(operands),
    .read = read_operands,
    .eval = function_sub_eval,
};
