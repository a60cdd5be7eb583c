/* joint_revolute_rotation.c - axes 3 of two nodes stay parallel; positions are free.
 *
 *     -e3(H1).e2(H2) = 0,  e3(H1).e1(H2) = 0         two rows, multipliers M1, M2 in the axes of H2, on node 2
 *
 * Printed: M in H2 and in the global frame as it acts on node 2; angles of H1' H2; H2' (w2 - w1). */
#include "element/joint/revolute.h"

static void revolute_rotation_read(reader *reader, elem *element)
{
    revolute *joint = element->self;
    read_sides(reader, joint->side, POSITION_OPTIONAL);
    joint->description = read_description(reader);
    element->n_internal = 2;
}

static void revolute_rotation_connect(const elem *element, layout *layout)
{
    const revolute *joint = element->self;
    const joint_rows at = layout_sides(layout, joint->side);
    part_axis_layout(layout, &at, at.internal);
}

static void revolute_rotation_eval(int lanes, const state *state, const elem *element, local *out)
{
    const revolute *joint = element->self;
    const joint_work work = joint_begin(lanes, state, joint->side, out);
    part_axis(&work, work.rows.internal, state->y + element->internal);
}

static void revolute_rotation_output_row(const state *state, const elem *element, record *out)
{
    const revolute *joint = element->self;
    const mat3 H2 = side_now(state, &joint->side[1]).H;
    const vec3 zero = {0, 0, 0}, M = {state->y[element->internal], state->y[element->internal + 1], 0.0};
    joint_output(out, element, zero, M, zero, mat3_mulv(&H2, M));
    revolute_output(state, element, out);
}

static void revolute_rotation_log_line(const elem *element, record *out)
{
    joint_log_rotation(out, element, "revoluterotation:");
}

static const char *const PRIVATE[] = {"rz", "wz", "Mx", "My", "Mz", NULL};

static double revolute_rotation_private_value(const state *state, const elem *element, int index)
{
    if (index <= 2)
        return revolute_rotating(state, element, index);
    return index == 5 ? 0.0 : state->y[element->internal + index - 3];
}

static void revolute_rotation_sample(sampler *from, elem *element)
{
    revolute *joint = element->self;
    sample_sides(from, joint->side);
    element->n_internal = 2;
}

const elem_type joint_revolute_rotation_type = {
    REVOLUTE_SLOTS,
    .keyword = "revolute rotation",
    .grammar = "joint: LABEL, revolute rotation, NODE [, position, F] [, orientation, R], NODE [, position, F] [, "
               "orientation, R] [, orientation description, KIND]",
    .summary = "Two nodes rotate relative to each other about axis 3 of the joint; their positions are free.",
    .read = revolute_rotation_read,
    .connect = revolute_rotation_connect,
    .eval = revolute_rotation_eval,
    .output = revolute_rotation_output_row,
    .log = revolute_rotation_log_line,
    .private_names = PRIVATE,
    .private_value = revolute_rotation_private_value,
    .internal_name = joint_moment_name,
    .sample = revolute_rotation_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_HINGE},
};
