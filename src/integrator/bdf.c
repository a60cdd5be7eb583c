/* bdf.c - backward differentiation: order 1 is implicit Euler, order 2 the two-step method with radius 0
 * (multistep.c). */
#include "integrator/multistep.h"

typedef struct {
    int order;
} bdf;

static void bdf_read(reader *reader, void *self)
{
    ((bdf *)self)->order = read_keyword(reader, "order") ? read_integer_in(reader, 1, 2, "order") : 2;
}

static void bdf_coefficients(const void *self, const step_context *context, stage *out)
{
    if (((const bdf *)self)->order == 1)
        euler_stage(out);
    else
        multistep_stage(2, 0, context, out);
}

const integrator_type integrator_bdf_type = {
    .keyword = "bdf",
    .grammar = "bdf [, order, { 1 | 2 }]",
    .summary = "Backward differentiation formulas of order one or two.",
    .size = sizeof(bdf),
    .read = bdf_read,
    .stages = 1,
    .points = 2,
    .startup = 1,
    .controls_error = true,
    .coefficients = bdf_coefficients,
};
