/* function_const.c - f(x) = c. */
#include "contract/scalar_function.h"

static void function_const_read(reader *reader, scalar_function *function)
{
    *(double *)function->self = read_real(reader, "constant");
}

static double function_const_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    (void)x, (void)bad;
    return order == 0 ? *(const double *)function->self : 0.0;
}

const scalar_function_type scalar_function_const_type = {
    .keyword = "const",
    .grammar = "\"NAME\", [const,] CONSTANT",
    .summary = "A constant number.",
    .size = sizeof(double),
    .read = function_const_read,
    .eval = function_const_eval,
};
