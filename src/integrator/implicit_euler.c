/* implicit_euler.c - y = y_1 + h y'. First order, strong dissipation, one point. */
#include "integrator/integrator.h"

static void coefficients(const void *self, const step_context *c, stage *out)
{
    (void)self, (void)c;
    *out = (stage){.n = 1, .a = {1}, .b0 = 1, .p = {1}, .end = 1};
}

const integrator_type integrator_implicit_euler_type = {
    .keyword = "implicit euler",
    .grammar = "implicit euler",
    .summary = "Backward Euler: first order, L-stable.",
    .stages = 1,
    .points = 1,
    .coefficients = coefficients,
};
