/* joint_cardano_pin.c - a Cardano joint between a node and the ground.
 *
 *     P - p = 0                      three rows, multiplier F in global axes, on the node
 *     -e3(H0) . e2(H) = 0            one row, multiplier M; the ground's axis 3, the node's axis 2
 *
 * Printed: F in the frame of the node, M in column 5; both in global axes as they act on the node. */
#include "element/joint/cardano.h"

static void cardano_pin_read(reader *reader, elem *element)
{
    cardano *joint = element->self;
    read_pin(reader, joint->side, POSITION_NEEDED);
    element->n_internal = 4;
}

static void cardano_pin_output_row(const state *state, const elem *element, record *out)
{
    const cardano *joint = element->self;
    const side_motion m[2] = {side_now(state, &joint->side[0]), side_now(state, &joint->side[1])};
    const vec3 F = vec3_load(state->y + element->internal);
    const double M = state->y[element->internal + 3];
    joint_output(out, element, mat3_tmulv(&m[1].H, F), (vec3){M, 0, 0}, F, cardano_moment(m, M));
    cardano_output(&m[0].H, &m[1].H, ORIENTATION_EULER123, ORIENTATION_VECTOR, out);
}

static void cardano_pin_log_line(const elem *element, record *out) { joint_log_pin(out, element, "cardanopin:"); }

static void cardano_pin_sample(sampler *from, elem *element)
{
    cardano *joint = element->self;
    sample_pin(from, joint->side);
    element->n_internal = 4;
}

const elem_type joint_cardano_pin_type = {
    CARDANO_SLOTS,
    .keyword = "cardano pin",
    .words = "Cardano pin",
    .grammar = "joint: LABEL, Cardano pin, NODE, position, F [, orientation, R], position, X [, orientation, R]",
    .summary = "A node is joined to the ground by a Cardano (universal) joint.",
    .read = cardano_pin_read,
    .output = cardano_pin_output_row,
    .log = cardano_pin_log_line,
    .sample = cardano_pin_sample,
    .expectations = &(const elem_expectations){.external_forces = true},
};
