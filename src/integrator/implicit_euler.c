/* implicit_euler.c - y = y_1 + h y'. First order, strong dissipation. */
#include "integrator/multistep.h"

static void implicit_euler_coefficients(const void *self, const step_context *context, stage *out)
{
    (void)self, (void)context;
    euler_stage(out);
}

const integrator_type integrator_implicit_euler_type = {
    .keyword = "implicit euler",
    .grammar = "implicit euler",
    .summary = "Backward Euler: first order, L-stable.",
    .stages = 1,
    .points = 1,
    .controls_error = true,
    .coefficients = implicit_euler_coefficients,
};
