/* joint_spherical_pin.c - a point of a node is fixed to the ground; the orientation is free.
 *
 *     phi = P - p = 0           three rows, multiplier F in global axes, P the absolute position of the pin
 *     node: F, b x F
 *
 * Printed: -F in the frame of the node and in the global frame, and the orientation of the node. */
#include "element/joint/joint.h"

/* Side 1 is the ground. */
typedef struct {
    joint_side side[2];
    orientation_kind description;
} spherical_pin;

static void spherical_pin_read(reader *reader, elem *element)
{
    spherical_pin *joint = element->self;
    read_pin(reader, joint->side, POSITION_LOOSE);
    joint->description = read_description(reader);
    element->n_internal = 3;
}

static void spherical_pin_connect(const elem *element, layout *layout)
{
    const spherical_pin *joint = element->self;
    const joint_rows at = layout_sides(layout, joint->side);
    part_point_layout(layout, &at, at.internal);
}

static void spherical_pin_eval(int lanes, const state *state, const elem *element, local *out)
{
    const spherical_pin *joint = element->self;
    joint_points(lanes, state, joint->side, vec3_load(state->y + element->internal), out);
}

static void spherical_pin_output_row(const state *state, const elem *element, record *out)
{
    const spherical_pin *joint = element->self;
    const mat3 *R = &state->poses[joint->side[1].node->pose].R;
    const vec3 zero = {0, 0, 0}, F = vec3_neg(vec3_load(state->y + element->internal));
    joint_output(out, element, mat3_tmulv(R, F), zero, F, zero);
    record_name(out, "", QUANTITY_ORIENTATION, "global");
    record_orientation(out, R, joint->description);
    record_end(out);
}

static void spherical_pin_log_line(const elem *element, record *out)
{
    const spherical_pin *joint = element->self;
    const joint_side *side = &joint->side[1];
    joint_log_begin(out, element, "sphericalpin:");
    joint_log_side(out, side->node, side->f, &MAT3_EYE);
    joint_log_side(out, side->node, side->f, &MAT3_EYE);
    record_end(out);
}

static void spherical_pin_sample(sampler *from, elem *element)
{
    spherical_pin *joint = element->self;
    sample_pin(from, joint->side);
    element->n_internal = 3;
}

const elem_type joint_spherical_pin_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "spherical pin",
    .words = "Spherical pin",
    .grammar =
        "joint: LABEL, spherical pin, NODE [, [position,] F] [, orientation, R], [position,] X [, orientation, R] "
        "[, orientation description, KIND]",
    .summary = "A point of a node is fixed to the ground; the orientation is free.",
    .size = sizeof(spherical_pin),
    .read = spherical_pin_read,
    .connect = spherical_pin_connect,
    .eval = spherical_pin_eval,
    .output = spherical_pin_output_row,
    .log = spherical_pin_log_line,
    .internal_name = joint_internal_name,
    .sample = spherical_pin_sample,
    .expectations = &(const elem_expectations){.external_forces = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_BALL},
};
