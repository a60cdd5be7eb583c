/* hope.c - alternates between the trapezoidal rule, steps 1, 2, 4, 6 ..., and a damped two-step formula, steps 3, 5, 7
 * ...
 *
 *     y = (1 + q) Y_1 - q Y_2 + h (b0 y' + b_1 Y'_1)              x = h_1 / h, the step before over the present one
 *     b0 = (1 + q x^2)/2,   b_1 = (1 - 2 q x - q x^2)/2           order two
 *     q = (1 - rho) / (2 x + (1 + rho) x^2)                       radius
 *
 * At infinite frequency the trapezoidal rule changes y' to -y', and this formula multiplies it by -b_1/b0 = -rho, so
 * that a pair of steps has radius rho whatever their lengths. */
#include "integrator/hope.h"

void hope_stage(double rho, const step_context *context, stage *out)
{
    trapezoidal_stage(out);
    if (context->n_points < 2)
        return;
    if (context->state->step % 2 != 0) {
        const double x = (context->ages[1] - context->ages[0]) / context->h, q = (1 - rho) / ((2 + (1 + rho) * x) * x);
        *out = (stage){.a = {1 + q, -q}, .b = {(1 - (2 + x) * q * x) / 2}, .b0 = (1 + q * x * x) / 2, .end = 1};
    }
    out->n = 2;
    predict_hermite(context, 2, out);
}

static void hope_coefficients(const void *self, const step_context *context, stage *out)
{
    hope_stage(radius_now(self, context->state), context, out);
}

const integrator_type integrator_hope_type = {
    .keyword = "hope",
    .grammar = "hope" RADII_GRAMMAR,
    .summary = "The trapezoidal rule and a damped two-step formula in alternation.",
    .size = sizeof(radii),
    .read = read_radii,
    .stages = 1,
    .points = 2,
    .startup = 1,
    .controls_error = true,
    .coefficients = hope_coefficients,
};
