/* joint_in_plane.c - a point of a node moves in a plane fixed to another.
 *
 *     n . (p2 - p1) = 0              one row, multiplier F along the unit normal n, which rotates with node 1
 *     node 1: F n at p2              node 2: -F n at p2
 *
 * Printed: F in column 2, and F n as it acts on node 1. */
#include "element/joint/total.h"
#include "element/diag_rows.h"
#include "math/rotation.h"
#include "model/frames.h"

static void in_plane_read(reader *reader, elem *element)
{
    total *joint = element->self;
    read_side_node(reader, &joint->side[0], NULL);
    read_keyword(reader, "position");
    joint->side[0].f = read_side_position(reader, &joint->side[0], NULL, "position of the plane");
    const frame_context context = side_context(&joint->side[0], NULL);
    const vec3 normal = read_direction_rel(reader, &context, "normal");
    if (read_ok(reader) && vec3_norm(normal) == 0.0)
        read_error_last(reader, E_NULL_DIRECTION);
    /* Axis 3 of the total joint's frame is the normal. */
    joint->side[0].Rh = read_ok(reader) ? frame_along(normal, 2) : MAT3_EYE;
    read_side_node(reader, &joint->side[1], &joint->side[0]);
    if (read_keyword(reader, "offset"))
        joint->side[1].f = read_side_position(reader, &joint->side[1], &joint->side[0], "offset");
    total_set(joint, element, reader_arena(reader), "--p---");
}

static void in_plane_output_row(const state *state, const elem *element, record *out)
{
    const total *joint = element->self;
    const mat3 H = side_now(state, &joint->side[0]).H;
    const vec3 zero = {0, 0, 0};
    const double F = state->y[element->internal];
    if (vec3_norm(joint->side[1].f) > 0.0)
        record_type(out, "In plane with offset");
    joint_output(out, element, (vec3){F, 0, 0}, zero, vec3_scale(F, mat3_col(&H, 2)), zero);
    record_end(out);
}

/* The plane's orientation as MBDyn writes it: R1' exp(asin(|e3 x n|) e3 x n). */
static void in_plane_log_line(const elem *element, record *out)
{
    const total *joint = element->self;
    const vec3 n = mat3_col(&joint->side[0].Rh, 2), axis = {-n.y, n.x, 0.0};
    const double angle = asin(fmin(hypot(axis.x, axis.y), 1.0));
    const mat3 rotation = rotation_exp(vec3_scale(angle, axis));
    const mat3 R = mat3_tmul(&joint->side[0].node->initial->R, &rotation);
    joint_log_begin(out, element, "inplane:");
    joint_log_side(out, joint->side[0].node, joint->side[0].f, &R);
    joint_log_side(out, joint->side[1].node, joint->side[1].f, &MAT3_EYE);
    record_end(out);
}

static void in_plane_sample(sampler *from, elem *element)
{
    total *joint = element->self;
    sample_sides(from, joint->side);
    total_set(joint, element, from->memory, "--p---");
}

const elem_type joint_in_plane_type = {
    TOTAL_SLOTS,
    .keyword = "in plane",
    .words = "In plane",
    .grammar = "joint: LABEL, in plane, NODE, [position,] F, NORMAL, NODE [, offset, F]",
    .summary = "A point of a node moves in a plane fixed to another.",
    .read = in_plane_read,
    .output = in_plane_output_row,
    .log = in_plane_log_line,
    .sample = in_plane_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_PLANE},
    .history = &(const elem_history){.memory = sizeof(total_memory), .begin = total_begin},
};
