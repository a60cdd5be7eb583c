/* crank_nicolson.c - the trapezoidal rule: y = y_1 + h/2 (y' + y'_1). Second order, no dissipation. */
#include "integrator/multistep.h"

static void crank_nicolson_coefficients(const void *self, const step_context *context, stage *out)
{
    (void)self, (void)context;
    trapezoidal_stage(out);
}

static bool crank_nicolson_is_undamped(const void *self)
{
    (void)self;
    return true;
}

const integrator_type integrator_crank_nicolson_type = {
    .keyword = "crank nicolson",
    .grammar = "crank nicolson",
    .summary = "The trapezoidal rule: second order, without dissipation.",
    .stages = 1,
    .points = 1,
    .coefficients = crank_nicolson_coefficients,
    .is_undamped = crank_nicolson_is_undamped,
};
