/* ms.c - the multistep methods with tunable dissipation: two, three and four steps.
 *
 * Second order, A-stable. With rho = 0 the two-step method is BDF2; rho = 1 has no dissipation. They start with the
 * trapezoidal rule and the methods of fewer steps: see multistep.c. */
#include "integrator/multistep.h"

static void two(const void *self, const step_context *context, stage *out)
{
    multistep_stage(2, radius_now(self, context->state), context, out);
}
static void ms_three(const void *self, const step_context *context, stage *out)
{
    multistep_stage(3, radius_now(self, context->state), context, out);
}
static void ms_four(const void *self, const step_context *context, stage *out)
{
    multistep_stage(4, radius_now(self, context->state), context, out);
}

const integrator_type integrator_ms2_type = {
    .keyword = "ms2",
    .grammar = "{ ms | ms2 }" RADII_GRAMMAR,
    .summary = "The two-step method with tunable dissipation: second order, A-stable.",
    .size = sizeof(radii),
    .read = read_radii,
    .stages = 1,
    .points = 2,
    .startup = 1,
    .controls_error = true,
    .coefficients = two,
    .is_undamped = radius_is_one,
};

const integrator_type integrator_ms3_type = {
    .keyword = "ms3",
    .grammar = "ms3" RADII_GRAMMAR,
    .summary = "The three-step method with tunable dissipation: second order, A-stable, fixed time step.",
    .size = sizeof(radii),
    .read = read_radii,
    .stages = 1,
    .points = 3,
    .startup = 2,
    .fixed_step = true,
    .coefficients = ms_three,
    .is_undamped = radius_is_one,
};

const integrator_type integrator_ms4_type = {
    .keyword = "ms4",
    .grammar = "ms4" RADII_GRAMMAR,
    .summary = "The four-step method with tunable dissipation: second order, A-stable, fixed time step.",
    .size = sizeof(radii),
    .read = read_radii,
    .stages = 1,
    .points = 4,
    .startup = 3,
    .fixed_step = true,
    .coefficients = ms_four,
    .is_undamped = radius_is_one,
};
