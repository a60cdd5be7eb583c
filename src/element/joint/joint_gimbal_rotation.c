/* joint_gimbal_rotation.c - a homokinetic joint: the relative rotation has no component about axis 3; positions are
 * free.
 *
 *     log(H1' H2) . e3 = 0           one row, multiplier M; see gimbal.c
 *
 * Printed: the moment on node 2 in the axes H1 of the joint, and the same components rotated as if they were in the
 * axes of node 1; the angles of H1' H2 = exp(t e2) exp(p e1) exp(t e2) in radians; the orientation R1' R2. */
#include "element/joint/gimbal.h"

static void gimbal_rotation_read(reader *reader, elem *element)
{
    gimbal *joint = element->self;
    read_sides(reader, joint->side, POSITION_OPTIONAL);
    joint->description = read_description(reader);
    element->n_internal = 1;
}

static void gimbal_rotation_connect(const elem *element, layout *layout)
{
    const gimbal *joint = element->self;
    const joint_rows at = layout_sides(layout, joint->side);
    gimbal_rotation_layout(element, layout, &at);
}

static void gimbal_rotation_output_row(const state *state, const elem *element, record *out)
{
    const gimbal *joint = element->self;
    const mat3 *R1 = &state->poses[joint->side[0].node->pose].R, *R2 = &state->poses[joint->side[1].node->pose].R;
    const vec3 zero = {0, 0, 0};
    const gimbal_motion motion = gimbal_now(state, element);
    joint_output(out, element, zero, motion.M, zero, mat3_mulv(R1, motion.M));
    gimbal_output(element, &motion, R1, R2, out);
}

static void gimbal_rotation_log_line(const elem *element, record *out)
{
    joint_log_rotation(out, element, "gimbalrotation:");
}

static void gimbal_rotation_sample(sampler *from, elem *element)
{
    gimbal *joint = element->self;
    sample_sides(from, joint->side);
    element->n_internal = 1;
}

const elem_type joint_gimbal_rotation_type = {
    GIMBAL_SLOTS,
    .keyword = "gimbal rotation",
    .words = "Gimbal rotation",
    .grammar = "joint: LABEL, gimbal rotation, NODE [, orientation, R], NODE [, orientation, R] [, orientation "
               "description, KIND]",
    .summary =
        "Two nodes rotate relative to each other only about axes 1 and 2 of the joint, as in a homokinetic joint.",
    .read = gimbal_rotation_read,
    .connect = gimbal_rotation_connect,
    .eval = gimbal_rotation_eval,
    .output = gimbal_rotation_output_row,
    .log = gimbal_rotation_log_line,
    .internal_name = joint_moment_name,
    .sample = gimbal_rotation_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
};
