/* function_sub.c - f(x) = a(x) - b(x), and so are its derivatives. */
#include "drive/functions.h"

static double function_sub_eval(const scalar_function *f, double x, int order, function_fault *bad)
{
    const operands *p = f->self;
    return function_eval(p->a, x, order, bad) - function_eval(p->b, x, order, bad);
}

const scalar_function_type scalar_function_sub_type = {
    .keyword = "sub",
    .grammar = "\"NAME\", sub, (SCALAR FUNCTION) A, (SCALAR FUNCTION) B",
    .summary = "The difference of two functions.",
    .size = sizeof(operands),
    .read = read_operands,
    .eval = function_sub_eval,
};
