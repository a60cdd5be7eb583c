/* joint_gimbal_hinge.c - two nodes joined by a homokinetic joint: a spherical hinge and a gimbal rotation in one.
 *
 *     p1 - p2 = 0                    three rows, multiplier F in global axes, on node 2
 *     log(H1' H2) . e3 = 0           one row, multiplier M; see gimbal.c
 *
 * Printed: force and moment on node 2, in the frame H1 and in the global frame; the angles of H1' H2 = exp(t e2) exp(p
 * e1) exp(t e2) in radians; the orientation H1' H2. */
#include "element/joint/gimbal.h"

static void gimbal_hinge_read(reader *r, elem *e)
{
    gimbal *j = e->self;
    read_sides(r, j->side, POSITION_NEEDED);
    j->description = read_description(r);
    e->n_own = 4;
}

static void gimbal_hinge_connect(const elem *e, layout *l)
{
    const gimbal *j = e->self;
    const joint_rows at = layout_sides(l, j->side);
    part_point_layout(l, &at, at.own);
    gimbal_turn_layout(e, l, &at);
}

static void gimbal_hinge_eval(int n, const state *s, const elem *e, local *out)
{
    const gimbal *j = e->self;
    const joint_work k = joint_begin(n, s, j->side, out);
    part_point(&k, k.rows.own, vec3_load(s->y + e->own));
    gimbal_turn_eval(n, s, e, out);
}

static void gimbal_hinge_output_row(const state *s, const elem *e, record *out)
{
    const gimbal *j = e->self;
    const mat3 H1 = side_now(s, &j->side[0]).H, H2 = side_now(s, &j->side[1]).H;
    const vec3 F = vec3_load(s->y + e->own);
    const gimbal_motion g = gimbal_now(s, e);
    joint_output(out, e, mat3_tmulv(&H1, F), g.M, F, mat3_mulv(&H1, g.M));
    gimbal_output(e, &g, &H1, &H2, out);
}

static void gimbal_hinge_log_line(const elem *e, record *out) { joint_log(out, e, "gimbalhinge:"); }

static void gimbal_hinge_sample(sampler *from, elem *e)
{
    gimbal *j = e->self;
    sample_sides(from, j->side);
    e->n_own = 4;
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
    .own_name = joint_own_name,
    .sample = gimbal_hinge_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .vector_unknowns = true},
};
