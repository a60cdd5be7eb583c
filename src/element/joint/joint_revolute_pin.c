/* joint_revolute_pin.c - a node rotates about an axis that is fixed to the ground, axis 3 of both sides.
 *
 * The equations of the revolute hinge (revolute.c) with the ground as side 1. The output is the load that the node
 * exerts on the ground: minus F and M, in the frame H2 of the node and in the global frame. `initial theta` is read
 * and, as in MBDyn, does not shift "rz". */
#include "element/joint/revolute.h"

static void revolute_pin_read(reader *reader, elem *element)
{
    revolute *joint = element->self;
    read_pin(reader, joint->side, POSITION_NEEDED);
    joint->description = ORIENTATION_EULER123;
    if (read_keyword(reader, "initial theta"))
        read_real(reader, "initial angle");
    element->n_internal = 5;
}

static void revolute_pin_output_row(const state *state, const elem *element, record *out)
{
    const revolute *joint = element->self;
    const double *y = state->y + element->internal;
    const mat3 H2 = side_now(state, &joint->side[1]).H;
    const vec3 F = vec3_neg(vec3_load(y)), M = {-y[3], -y[4], 0.0};
    joint_output(out, element, mat3_tmulv(&H2, F), M, F, mat3_mulv(&H2, M));
    revolute_output(state, element, out);
}

static void revolute_pin_log_line(const elem *element, record *out) { joint_log_pin(out, element, "revolutepin:"); }

/* Force in global axes and moment in those of H2, as printed. */
static double revolute_pin_private_value(const state *state, const elem *element, int index)
{
    if (index <= 2)
        return revolute_rotating(state, element, index);
    return index == 8 ? 0.0 : -state->y[element->internal + index - 3];
}

static void revolute_pin_sample(sampler *from, elem *element)
{
    revolute *joint = element->self;
    sample_pin(from, joint->side);
    element->n_internal = 5;
}

const elem_type joint_revolute_pin_type = {
    REVOLUTE_SLOTS,
    .keyword = "revolute pin",
    .words = "Plane Pin",
    .grammar = "joint: LABEL, revolute pin, NODE, position, F [, orientation, R], position, X [, orientation, R] [, "
               "initial theta, ANGLE]",
    .summary = "A node rotates about an axis fixed to the ground, axis 3 of the joint.",
    .read = revolute_pin_read,
    .connect = revolute_connect,
    .eval = revolute_eval,
    .output = revolute_pin_output_row,
    .log = revolute_pin_log_line,
    .private_names = revolute_private_names,
    .private_value = revolute_pin_private_value,
    .internal_name = joint_internal_name,
    .sample = revolute_pin_sample,
    .expectations = &(const elem_expectations){.external_forces = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_HINGE},
};
