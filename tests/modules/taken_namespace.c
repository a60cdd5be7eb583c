/* taken_namespace.c - a function in a namespace that is built in, which is refused. */
#include "torsor/module.h"

static const torsor_host *torsor;

static double half(const double *x, int n, const char **why)
{
    (void)n, (void)why;
    return 0.5 * x[0];
}

static const torsor_expression_type HALF = {
    .name_space = "model", .name = "half", .least = 1, .most = 1, .value = half};
static const torsor_expression_type *const EXPRESSIONS[] = {&HALF, NULL};

TORSOR_MODULE("taken_namespace", .expressions = EXPRESSIONS)
