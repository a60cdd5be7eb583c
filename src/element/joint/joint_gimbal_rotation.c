/* joint_gimbal_rotation.c - a homokinetic joint: the relative rotation has no component about axis 3; positions are
 * free.
 *
 *     log(H1' H2) . e3 = 0           one row, multiplier M; see gimbal.c
 *
 * Printed: the moment on node 2 in the axes H1 of the joint, and the same components rotated as if they were in the
 * axes of node 1; the angles of H1' H2 = exp(t e2) exp(p e1) exp(t e2) in radians; the orientation R1' R2. */
#include "element/joint/gimbal.h"

static void gimbal_rotation_read(reader *r, elem *e)
{
    gimbal *j = e->self;
    read_sides(r, j->side, POSITION_OPTIONAL);
    j->description = read_description(r);
    e->n_own = 1;
}

static void gimbal_rotation_connect(const elem *e, layout *l)
{
    const gimbal *j = e->self;
    const joint_rows at = layout_sides(l, j->side);
    gimbal_turn_layout(e, l, &at);
}

static void gimbal_rotation_output_row(const state *s, const elem *e, record *out)
{
    const gimbal *j = e->self;
    const mat3 *R1 = &s->poses[j->side[0].node->pose].R, *R2 = &s->poses[j->side[1].node->pose].R;
    const vec3 zero = {0, 0, 0};
    const gimbal_motion g = gimbal_now(s, e);
    joint_output(out, e, zero, g.M, zero, mat3_mulv(R1, g.M));
    gimbal_output(e, &g, R1, R2, out);
}

static void gimbal_rotation_log_line(const elem *e, record *out) { joint_log_rotation(out, e, "gimbalrotation:"); }

static void gimbal_rotation_sample(sampler *from, elem *e)
{
    gimbal *j = e->self;
    sample_sides(from, j->side);
    e->n_own = 1;
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
    .eval = gimbal_turn_eval,
    .output = gimbal_rotation_output_row,
    .log = gimbal_rotation_log_line,
    .own_name = joint_couple_name,
    .sample = gimbal_rotation_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
};
