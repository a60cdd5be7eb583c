/* ss.c - the single-step forms of the multistep methods: the same coefficients, but self-starting, as if the derivative
 * had been constant before the initial time (see multistep.c). */
#include "integrator/multistep.h"

static void two(const void *self, const step_context *context, stage *out)
{
    single_step_stage(2, radius_now(self, context->state), context, out);
}
static void ss_three(const void *self, const step_context *context, stage *out)
{
    single_step_stage(3, radius_now(self, context->state), context, out);
}
static void ss_four(const void *self, const step_context *context, stage *out)
{
    single_step_stage(4, radius_now(self, context->state), context, out);
}

const integrator_type integrator_ss2_type = {
    .keyword = "ss2",
    .grammar = "ss2" RADII_GRAMMAR,
    .summary = "The self-starting form of ms2.",
    .size = sizeof(radii),
    .read = read_radii,
    .stages = 1,
    .derivatives = true,
    .points = 2,
    .holds_step = true,
    .coefficients = two,
};

const integrator_type integrator_ss3_type = {
    .keyword = "ss3",
    .grammar = "ss3" RADII_GRAMMAR,
    .summary = "The self-starting form of ms3.",
    .size = sizeof(radii),
    .read = read_radii,
    .stages = 1,
    .derivatives = true,
    .points = 3,
    .holds_step = true,
    .coefficients = ss_three,
};

const integrator_type integrator_ss4_type = {
    .keyword = "ss4",
    .grammar = "ss4" RADII_GRAMMAR,
    .summary = "The self-starting form of ms4.",
    .size = sizeof(radii),
    .read = read_radii,
    .stages = 1,
    .derivatives = true,
    .points = 4,
    .holds_step = true,
    .coefficients = ss_four,
};
