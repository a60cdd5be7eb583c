/* joint_cardano_rotation.c - axis 3 of a node stays normal to axis 2 of another; positions are free.
 *
 *     -e3(H1) . e2(H2) = 0           one row, multiplier M
 *
 * Printed: M in column 5, and as a moment that acts on node 2. */
#include "element/joint/cardano.h"

static void cardano_rotation_read(reader *reader, elem *element)
{
    cardano *joint = element->self;
    read_sides(reader, joint->side, POSITION_OPTIONAL);
    joint->description = read_description(reader);
    element->n_internal = 1;
}

static void cardano_rotation_connect(const elem *element, layout *layout)
{
    const cardano *joint = element->self;
    const joint_rows at = layout_sides(layout, joint->side);
    part_normal_layout(layout, &at, at.internal);
}

static void cardano_rotation_eval(int lanes, const state *state, const elem *element, local *out)
{
    const cardano *joint = element->self;
    const joint_work work = joint_begin(lanes, state, joint->side, out);
    part_cardano(&work, work.rows.internal, state->y[element->internal]);
}

static void cardano_rotation_output_row(const state *state, const elem *element, record *out)
{
    const cardano *joint = element->self;
    const side_motion m[2] = {side_now(state, &joint->side[0]), side_now(state, &joint->side[1])};
    const vec3 zero = {0, 0, 0};
    const double M = state->y[element->internal];
    joint_output(out, element, zero, (vec3){M, 0, 0}, zero, cardano_moment(m, M));
    cardano_output(&m[1].H, &m[0].H, joint->description, joint->description, out);
}

static void cardano_rotation_log_line(const elem *element, record *out)
{
    joint_log_rotation(out, element, "cardanorotation:");
}

static void cardano_rotation_sample(sampler *from, elem *element)
{
    cardano *joint = element->self;
    sample_sides(from, joint->side);
    element->n_internal = 1;
}

const elem_type joint_cardano_rotation_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "cardano rotation",
    .words = "Cardano rotation",
    .grammar = "joint: LABEL, Cardano rotation, NODE [, orientation, R], NODE [, orientation, R] [, orientation "
               "description, KIND]",
    .summary = "Axes of two nodes stay perpendicular as in a Cardano (universal) joint; their positions are free.",
    .size = sizeof(cardano),
    .read = cardano_rotation_read,
    .connect = cardano_rotation_connect,
    .eval = cardano_rotation_eval,
    .output = cardano_rotation_output_row,
    .log = cardano_rotation_log_line,
    .internal_name = joint_moment_name,
    .sample = cardano_rotation_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_CROSS},
};
