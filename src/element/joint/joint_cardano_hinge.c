/* joint_cardano_hinge.c - two nodes connected by a Cardano (universal) joint: axis 3 of the first stays normal to axis
 * 2 of the second.
 *
 *     p1 - p2 = 0                    three rows, multiplier F in global axes, on node 2
 *     -e3(H1) . e2(H2) = 0           one row, multiplier M
 *
 * Printed: F in the frame H1, M in column 5; both in global axes as they act on node 2. */
#include "element/joint/cardano.h"

static void cardano_hinge_read(reader *r, elem *e)
{
    cardano *j = e->self;
    read_sides(r, j->side, POSITION_NEEDED);
    e->n_own = 4;
}

static void cardano_hinge_output_row(const state *s, const elem *e, record *out)
{
    const cardano *j = e->self;
    const side_motion m[2] = {side_now(s, &j->side[0]), side_now(s, &j->side[1])};
    const vec3 F = vec3_load(s->y + e->own);
    const double M = s->y[e->own + 3];
    joint_output(out, e, mat3_tmulv(&m[0].H, F), (vec3){M, 0, 0}, F, cardano_couple(m, M));
    cardano_output(&m[1].H, &m[0].H, ORIENTATION_EULER123, ORIENTATION_VECTOR, out);
}

static void cardano_hinge_log_line(const elem *e, record *out) { joint_log(out, e, "cardanohinge:"); }

static void cardano_hinge_sample(sampler *from, elem *e)
{
    cardano *j = e->self;
    sample_sides(from, j->side);
    e->n_own = 4;
}

const elem_type joint_cardano_hinge_type = {
    CARDANO_SLOTS,
    .keyword = "cardano hinge",
    .words = "Cardano hinge",
    .grammar =
        "joint: LABEL, Cardano hinge, NODE, position, F [, orientation, R], NODE, position, F [, orientation, R]",
    .summary = "Two nodes are joined by a Cardano (universal) joint.",
    .read = cardano_hinge_read,
    .output = cardano_hinge_output_row,
    .log = cardano_hinge_log_line,
    .sample = cardano_hinge_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .vector_unknowns = true},
};
