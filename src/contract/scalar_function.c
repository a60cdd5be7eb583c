/* scalar_function.c - evaluation of scalar functions during a step. */
#include "contract/scalar_function.h"
#include <math.h>

double function_fail(function_error *bad, const scalar_function *function, double x, const char *why)
{
    if (!bad->why)
        *bad = (function_error){.why = why, .function = function, .x = x};
    return 0.0;
}

double scalar_function_at(const scalar_function *function, const state *state, double x, int order)
{
    function_error bad = {0};
    const double v = function_eval(function, x, order, &bad);
    if (!bad.why && isfinite(v))
        return v;
    if (!bad.why)
        function_fail(&bad, function, x, "the result is not a finite number");
    state_fail(state, bad.function->location, "scalar function \"%s\" at %g: %s", bad.function->name, bad.x, bad.why);
    return 0.0;
}
