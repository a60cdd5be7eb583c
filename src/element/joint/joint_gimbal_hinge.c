/* joint_gimbal_hinge.c - two nodes joined by a homokinetic joint: a spherical hinge and a gimbal rotation in one.
 *
 *     p1 - p2 = 0                    three rows, multiplier F in global axes, on node 2
 *     log(H1' H2) . e3 = 0           one row, multiplier M; see gimbal.c
 *
 * Printed: force and moment on node 2, in the frame H1 and in the global frame; the angles of H1' H2 = exp(t e2) exp(p
 * e1) exp(t e2) in radians; the orientation H1' H2. */
#include "element/joint/gimbal.h"

static void gimbal_hinge_read(reader *reader, elem *element)
{
    gimbal *joint = element->self;
    read_sides(reader, joint->side, POSITION_NEEDED);
    joint->description = read_description(reader);
    element->n_internal = 4;
}

static void gimbal_hinge_connect(const elem *element, layout *layout)
{
    const gimbal *joint = element->self;
    const joint_rows at = layout_sides(layout, joint->side);
    part_point_layout(layout, &at, at.internal);
    gimbal_rotation_layout(element, layout, &at);
}

static void gimbal_hinge_eval(int lanes, const state *state, const elem *element, local *out)
{
    const gimbal *joint = element->self;
    const joint_work work = joint_begin(lanes, state, joint->side, out);
    part_point(&work, work.rows.internal, vec3_load(state->y + element->internal));
    gimbal_rotation_eval(lanes, state, element, out);
}

static void gimbal_hinge_output_row(const state *state, const elem *element, record *out)
{
    const gimbal *joint = element->self;
    const mat3 H1 = side_now(state, &joint->side[0]).H, H2 = side_now(state, &joint->side[1]).H;
    const vec3 F = vec3_load(state->y + element->internal);
    const gimbal_motion motion = gimbal_now(state, element);
    joint_output(out, element, mat3_tmulv(&H1, F), motion.M, F, mat3_mulv(&H1, motion.M));
    gimbal_output(element, &motion, &H1, &H2, out);
}

static void gimbal_hinge_log_line(const elem *element, record *out) { joint_log(out, element, "gimbalhinge:"); }

static void gimbal_hinge_sample(sampler *from, elem *element)
{
    gimbal *joint = element->self;
    sample_sides(from, joint->side);
    element->n_internal = 4;
}

const elem_type joint_gimbal_hinge_type = {
    GIMBAL_SLOTS,
    .keyword = "gimbal hinge",
    .words = "Gimbal hinge",
    .grammar = "joint: LABEL, gimbal hinge, NODE, position, F [, orientation, R], NODE, position, F [, orientation, R] "
               "[, orientation description, KIND]",
    .summary = "Points of two nodes coincide, and the nodes rotate relative to each other only about axes 1 and 2 of "
               "the joint: a homokinetic joint.",
    .read = gimbal_hinge_read,
    .connect = gimbal_hinge_connect,
    .eval = gimbal_hinge_eval,
    .output = gimbal_hinge_output_row,
    .log = gimbal_hinge_log_line,
    .internal_name = joint_internal_name,
    .sample = gimbal_hinge_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .vector_unknowns = true},
};
