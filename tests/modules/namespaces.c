/* namespaces.c - a function of expressions with several arguments, in the namespace of its module; its derivatives are
 * taken by differences. */
#include "torsor/module.h"

static const torsor_host *torsor;

static double sum_of_squares(const double *x, int n, const char **why)
{
    double sum = 0.0;
    (void)why;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

static const torsor_expression_type SQUARES = {.name = "squares", .least = 1, .most = 4, .value = sum_of_squares};
static const torsor_expression_type *const EXPRESSIONS[] = {&SQUARES, NULL};

TORSOR_MODULE("namespaces", .expressions = EXPRESSIONS)
