/* joint_spherical_hinge.c - two points, each fixed to a node, coincide; the orientation is free.
 *
 *     phi = p1 - p2 = 0         three rows, multiplier F in global axes
 *     node 2: F, b2 x F         node 1: -F, -b1 x F
 *
 * Printed: F in the frame H1 and as it acts on node 2; the orientation of side 2 relative to side 1. The orientations
 * of the sides affect the output only. */
#include "element/joint/joint.h"
#include <string.h>

typedef struct {
    joint_side side[2];
    orientation_kind description;
} spherical_hinge;

static void spherical_hinge_read(reader *reader, elem *element)
{
    spherical_hinge *joint = element->self;
    read_sides(reader, joint->side, POSITION_LOOSE);
    joint->description = read_description(reader);
    element->n_internal = 3;
}

static void spherical_hinge_connect(const elem *element, layout *layout)
{
    const spherical_hinge *joint = element->self;
    const joint_rows at = layout_sides(layout, joint->side);
    part_point_layout(layout, &at, at.internal);
}

static void spherical_hinge_eval(int lanes, const state *state, const elem *element, local *out)
{
    const spherical_hinge *joint = element->self;
    joint_points(lanes, state, joint->side, vec3_load(state->y + element->internal), out);
}

static void spherical_hinge_output_row(const state *state, const elem *element, record *out)
{
    const spherical_hinge *joint = element->self;
    const vec3 zero = {0, 0, 0}, F = vec3_load(state->y + element->internal);
    const side_motion a = side_now(state, &joint->side[0]), b = side_now(state, &joint->side[1]);
    const mat3 relative = mat3_tmul(&a.H, &b.H);
    joint_output(out, element, mat3_tmulv(&a.H, F), zero, F, zero);
    record_name(out, "", QUANTITY_ORIENTATION, "relative orientation, in joint reference frame");
    record_orientation(out, &relative, joint->description);
    record_end(out);
}

static void spherical_hinge_log_line(const elem *element, record *out) { joint_log(out, element, "sphericalhinge:"); }

static bool spherical_hinge_read_hint(reader *reader, elem *element, const char *name, hint *hint)
{
    return strcmp(name, "offset") == 0 && joint_hint(reader, element, name, hint);
}

static void spherical_hinge_sample(sampler *from, elem *element)
{
    spherical_hinge *joint = element->self;
    sample_sides(from, joint->side);
    element->n_internal = 3;
}

const elem_type joint_spherical_hinge_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "spherical hinge",
    .words = "Spherical hinge",
    .grammar = "joint: LABEL, spherical hinge, NODE [, [position,] F] [, orientation, R], NODE [, [position,] F] [, "
               "orientation, R] [, orientation description, KIND]",
    .summary = "Two points of two nodes coincide; the relative orientation is free.",
    .size = sizeof(spherical_hinge),
    .read = spherical_hinge_read,
    .connect = spherical_hinge_connect,
    .eval = spherical_hinge_eval,
    .output = spherical_hinge_output_row,
    .log = spherical_hinge_log_line,
    .internal_name = joint_internal_name,
    .hint = spherical_hinge_read_hint,
    .sample = spherical_hinge_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .vector_unknowns = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_BALL},
};
