/* joint_cardano_hinge.c - two nodes connected by a Cardano (universal) joint: axis 3 of the first stays normal to axis
 * 2 of the second.
 *
 *     p1 - p2 = 0                    three rows, multiplier F in global axes, on node 2
 *     -e3(H1) . e2(H2) = 0           one row, multiplier M
 *
 * Printed: F in the frame H1, M in column 5; both in global axes as they act on node 2. */
#include "element/joint/cardano.h"

static void cardano_hinge_read(reader *reader, elem *element)
{
    cardano *joint = element->self;
    read_sides(reader, joint->side, POSITION_NEEDED);
    element->n_internal = 4;
}

static void cardano_hinge_output_row(const state *state, const elem *element, record *out)
{
    const cardano *joint = element->self;
    const side_motion m[2] = {side_now(state, &joint->side[0]), side_now(state, &joint->side[1])};
    const vec3 F = vec3_load(state->y + element->internal);
    const double M = state->y[element->internal + 3];
    joint_output(out, element, mat3_tmulv(&m[0].H, F), (vec3){M, 0, 0}, F, cardano_moment(m, M));
    cardano_output(&m[1].H, &m[0].H, ORIENTATION_EULER123, ORIENTATION_VECTOR, out);
}

static void cardano_hinge_log_line(const elem *element, record *out) { joint_log(out, element, "cardanohinge:"); }

static void cardano_hinge_sample(sampler *from, elem *element)
{
    cardano *joint = element->self;
    sample_sides(from, joint->side);
    element->n_internal = 4;
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
