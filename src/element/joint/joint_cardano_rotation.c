/* joint_cardano_rotation.c - axis 3 of a node stays normal to axis 2 of another; positions are free.
 *
 *     -e3(H1) . e2(H2) = 0           one row, multiplier M
 *
 * Printed: M in column 5, and as a moment that acts on node 2. */
#include "element/joint/cardano.h"

static void cardano_rotation_read(reader *r, elem *e)
{
    cardano *j = e->self;
    read_sides(r, j->side, POSITION_OPTIONAL);
    j->description = read_description(r);
    e->n_own = 1;
}

static void cardano_rotation_connect(const elem *e, layout *l)
{
    const cardano *j = e->self;
    const joint_rows at = layout_sides(l, j->side);
    part_normal_layout(l, &at, at.own);
}

static void cardano_rotation_eval(int n, const state *s, const elem *e, local *out)
{
    const cardano *j = e->self;
    const joint_work k = joint_begin(n, s, j->side, out);
    part_cardano(&k, k.rows.own, s->y[e->own]);
}

static void cardano_rotation_output_row(const state *s, const elem *e, record *out)
{
    const cardano *j = e->self;
    const side_motion m[2] = {side_now(s, &j->side[0]), side_now(s, &j->side[1])};
    const vec3 zero = {0, 0, 0};
    const double M = s->y[e->own];
    joint_output(out, e, zero, (vec3){M, 0, 0}, zero, cardano_couple(m, M));
    cardano_output(&m[1].H, &m[0].H, j->description, j->description, out);
}

static void cardano_rotation_log_line(const elem *e, record *out) { joint_log_rotation(out, e, "cardanorotation:"); }

static void cardano_rotation_sample(sampler *from, elem *e)
{
    cardano *j = e->self;
    sample_sides(from, j->side);
    e->n_own = 1;
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
    .own_name = joint_couple_name,
    .sample = cardano_rotation_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_CROSS},
};
