/* crank_nicolson.c - the trapezoidal rule: y = y_1 + h/2 (y' + y'_1). Second order, no dissipation. */
#include "integrator/multistep.h"

static void crank_nicolson_coefficients(const void *self, const step_context *context, stage *out)
{
    (void)self, (void)context;
    trapezoidal_stage(out);
}

const integrator_type integrator_crank_nicolson_type = {
    .keyword = "crank nicolson",
    .grammar = "crank nicolson",
    .summary = "The trapezoidal rule: second order, without dissipation.",
    .stages = 1,
    .points = 1,
    .coefficients = crank_nicolson_coefficients,
};
