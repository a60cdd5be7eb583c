/* crank_nicolson.c - the trapezoidal rule: y = y_1 + h/2 (y' + y'_1). Second order, no dissipation, one point. */
#include "integrator/integrator.h"

static void coefficients(const void *self, const step_context *c, stage *out)
{
    (void)self, (void)c;
    *out = (stage){.n = 1, .a = {1}, .b = {0.5}, .b0 = 0.5, .p = {1}, .end = 1};
}

const integrator_type integrator_crank_nicolson_type = {
    .keyword = "crank nicolson",
    .grammar = "crank nicolson",
    .summary = "The trapezoidal rule: second order, without dissipation.",
    .stages = 1,
    .points = 1,
    .coefficients = coefficients,
};
