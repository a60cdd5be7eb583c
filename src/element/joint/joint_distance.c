/* joint_distance.c - the distance between two points, each fixed to a node, is imposed by a drive.
 *
 *     l = p2 - p1,  u = l / |l|       phi = |l| - L(t)       one row, multiplier F
 *     node 1: F u, b1 x F u           node 2: -F u, -b2 x F u
 *     dl = dx2 + t2 x b2 - dx1 - t1 x b1,      d(F u) = F / |l| (I - u u') dl
 *
 * The nodes may be displacement nodes. Printed: F in column 2, F u as it acts on node 1, u / |l|, L(t). */
#include "element/joint/joint.h"
#include "element/diag_rows.h"
#include "model/frames.h"
#include "model/hints.h"
#include "model/reading.h"
#include <string.h>

typedef struct {
    const node *node[2];
    vec3 f[2];
    const drive *length;
} distance;

typedef struct {
    vec3 b[2], p[2], l, u;
    double length;
} distance_motion;

static void distance_read_end(reader *reader, distance *joint, int i, bool needs_offset)
{
    joint->node[i] = read_point_node(reader, i == 0 ? "first node" : "second node");
    const bool has_word = read_keyword(reader, "position");
    if (!has_word && !needs_offset)
        return;
    if (joint->node[i] && !joint->node[i]->has_rotation)
        read_error_last(reader, E_OFFSET_WITHOUT_ROTATION, joint->node[i]->label);
    const bool has_other = i == 1 && joint->node[0];
    const frame_context context = {.node_frame = joint->node[i] ? joint->node[i]->initial : NULL,
                                   .other = has_other ? joint->node[0]->initial : NULL,
                                   .other_offset = has_other ? &joint->f[0] : NULL};
    joint->f[i] = read_position_rel(reader, &context, "offset");
}

static vec3 distance_initial_point(const distance *joint, int i)
{
    return vec3_add(joint->node[i]->initial->x, mat3_mulv(&joint->node[i]->initial->R, joint->f[i]));
}

/* As in MBDyn, the row is the length error itself: divided by the time step, round-off would exceed common
 * tolerances. */
static void distance_set_internal(elem *element)
{
    static const internal_kind PLAIN[] = {INTERNAL_PLAIN_CONSTRAINT};
    element->n_internal = 1;
    element->kinds = PLAIN;
}

static void read_any(reader *reader, elem *element, bool needs_offset)
{
    distance *joint = element->self;
    distance_read_end(reader, joint, 0, needs_offset);
    distance_read_end(reader, joint, 1, needs_offset);
    const double length =
        read_ok(reader) ? vec3_norm(vec3_sub(distance_initial_point(joint, 1), distance_initial_point(joint, 0))) : 1.0;
    if (read_keyword(reader, "from nodes")) {
        joint->length = drive_constant(reader_arena(reader), length);
    } else {
        model_push_current(model_of(reader), "L", length);
        joint->length = read_drive(reader, "distance");
        model_pop_current(model_of(reader));
    }
    if (read_ok(reader) && length == 0.0)
        read_error(reader, E_NULL_DISTANCE, element->location);
    distance_set_internal(element);
}

static void distance_read(reader *reader, elem *element) { read_any(reader, element, false); }
static void read_with_offset(reader *reader, elem *element) { read_any(reader, element, true); }

static int row_of(const distance *joint, int i) { return i == 0 ? 0 : joint->node[0]->has_rotation ? 6 : 3; }
static int internal_row(const distance *joint) { return row_of(joint, 1) + (joint->node[1]->has_rotation ? 6 : 3); }

static void distance_connect(const elem *element, layout *layout)
{
    const distance *joint = element->self;
    for (int i = 0; i < 2; i++)
        layout_node(layout, joint->node[i]);
    const int internal = layout_internal(layout);
    layout_zero(layout, internal, 1, internal, 1);
}

static distance_motion joint_distance_motion(const state *state, const distance *joint)
{
    distance_motion motion;
    for (int i = 0; i < 2; i++) {
        const pose *at = &state->poses[joint->node[i]->pose];
        motion.b[i] = mat3_mulv(&at->R, joint->f[i]);
        motion.p[i] = vec3_add(at->x, motion.b[i]);
    }
    motion.l = vec3_sub(motion.p[1], motion.p[0]);
    motion.length = vec3_norm(motion.l);
    motion.u = vec3_scale(1.0 / motion.length, motion.l);
    return motion;
}

/* Blocks of the force on end i with respect to the motion of end k; signs: 1 on end 1, -1 on end 2. */
static void force_blocks(const distance *joint, const distance_motion *motion, int i, int k, const mat3 *A, local *out)
{
    const int row = row_of(joint, i), column = row_of(joint, k);
    const double sign = i == k ? 1.0 : -1.0;
    const mat3 bi = mat3_skew(motion->b[i]), bk = mat3_skew(motion->b[k]), bA = mat3_mul(&bi, A), Ab = mat3_mul(A, &bk),
               bAb = mat3_mul(&bi, &Ab);
    local_block(out, row, column, -sign, A);
    if (joint->node[k]->has_rotation)
        local_block(out, row, column + 3, sign, &Ab);
    if (joint->node[i]->has_rotation)
        local_block(out, row + 3, column, -sign, &bA);
    if (joint->node[i]->has_rotation && joint->node[k]->has_rotation)
        local_block(out, row + 3, column + 3, sign, &bAb);
}

static void distance_jacobian(const state *state, const distance *joint, const distance_motion *motion, double F,
                              local *out)
{
    const vec3 force = vec3_scale(F, motion->u);
    const mat3 across = mat3_skew_skew(motion->u, motion->u),
               A = mat3_scale(-state->dvalue * F / motion->length, &across);
    const int internal = internal_row(joint);
    for (int i = 0; i < 2; i++) {
        const int row = row_of(joint, i);
        const double sign = i == 0 ? 1.0 : -1.0;
        const vec3 arm = vec3_cross(motion->b[i], motion->u);
        for (int k = 0; k < 2; k++)
            force_blocks(joint, motion, i, k, &A, out);
        local_column(out, row, internal, sign, motion->u);
        local_row(out, internal, row, -sign * state->dvalue, motion->u);
        if (!joint->node[i]->has_rotation)
            continue;
        const mat3 Fb = mat3_skew_skew(force, motion->b[i]);
        local_block(out, row + 3, row + 3, sign * state->dvalue, &Fb);
        local_column(out, row + 3, internal, sign, arm);
        local_row(out, internal, row + 3, -sign * state->dvalue, arm);
    }
}

static void distance_eval(int lanes, const state *state, const elem *element, local *out)
{
    const distance *joint = element->self;
    const distance_motion motion = joint_distance_motion(state, joint);
    const double F = state->y[element->internal];
    const vec3 force = vec3_scale(F, motion.u);
    if (motion.length == 0.0) {
        state_fail(state, element->location, "the points of joint %u (distance) coincide", element->label);
        return;
    }
    out->r[internal_row(joint)] += motion.length - drive_now(joint->length, state);
    for (int i = 0; i < 2; i++) {
        const int row = row_of(joint, i);
        const double sign = i == 0 ? 1.0 : -1.0;
        vec3_accumulate(out->r + row, vec3_scale(sign, force));
        if (joint->node[i]->has_rotation)
            vec3_accumulate(out->r + row + 3, vec3_scale(sign, vec3_cross(motion.b[i], force)));
    }
    if (lanes > 0)
        distance_jacobian(state, joint, &motion, F, out);
}

static void distance_rate(const state *state, const elem *element, double *phi_t)
{
    const distance *joint = element->self;
    phi_t[0] = -drive_derivative(joint->length, state, state->t);
}

static void distance_output_row(const state *state, const elem *element, record *out)
{
    const distance *joint = element->self;
    const distance_motion motion = joint_distance_motion(state, joint);
    const vec3 zero = {0, 0, 0};
    const double F = state->y[element->internal];
    if (vec3_norm(joint->f[0]) + vec3_norm(joint->f[1]) > 0.0)
        record_type(out, "Distance with offset");
    joint_output(out, element, (vec3){F, 0, 0}, zero, vec3_scale(F, motion.u), zero);
    record_name(out, "V", QUANTITY_DIMENSIONLESS, "constrained distance direction unit vector (x, y, z)");
    record_vec3(out, vec3_scale(1.0 / motion.length, motion.u));
    record_name(out, "d", QUANTITY_LENGTH, "constrained distance magnitude");
    record_real(out, drive_now(joint->length, state));
    record_end(out);
}

static void distance_log_line(const elem *element, record *out)
{
    const distance *joint = element->self;
    joint_log_begin(out, element, "distance:");
    for (int i = 0; i < 2; i++) {
        record_unsigned(out, joint->node[i]->label);
        record_vec3(out, joint->f[i]);
    }
    record_end(out);
}

static const char *const PRIVATE[] = {"d", NULL};

static double distance_private_value(const state *state, const elem *element, int index)
{
    const distance *joint = element->self;
    (void)index;
    return drive_now(joint->length, state);
}

static const char *distance_internal_name(const elem *element, int i)
{
    (void)element, (void)i;
    return "reaction force";
}

static bool distance_read_hint(reader *reader, elem *element, const char *name, hint *hint)
{
    distance *joint = element->self;
    if (strcmp(name, "drive") != 0)
        return false;
    joint->length = read_hinted_drive(reader, joint->length, "distance", hint);
    return read_ok(reader);
}

static void distance_sample(sampler *from, elem *element)
{
    distance *joint = element->self;
    for (int i = 0; i < 2; i++) {
        const bool is_point = sample_integer(from, 0, 2) == 0;
        joint->node[i] = is_point ? sample_point(from, i) : sample_structural(from, i);
        joint->f[i] = is_point ? (vec3){0, 0, 0} : sample_vec3(from, 1.0);
    }
    joint->length = sample_drive(from);
    distance_set_internal(element);
}

static void distance_draw(const elem *element, drawing *drawing)
{
    const distance *joint = element->self;
    const draw_tie ends[] = {draw_at(joint->node[0], joint->f[0], NULL), draw_at(joint->node[1], joint->f[1], NULL)};
    draw_two(drawing, DRAW_TUBE, ends);
}

#define DISTANCE_SLOTS                                                                                            \
    .drawing = &(const elem_drawing){.draw = distance_draw},                                                      \
    .expectations = &(const elem_expectations){.internal_forces = true}, .card = &elem_cards[CARD_JOINT],         \
    .size = sizeof(distance), .connect = distance_connect, .eval = distance_eval, .rate = distance_rate,          \
    .output = distance_output_row, .log = distance_log_line, .private_names = PRIVATE,                            \
    .private_value = distance_private_value, .internal_name = distance_internal_name, .hint = distance_read_hint, \
    .sample = distance_sample

const elem_type joint_distance_type = {
    DISTANCE_SLOTS,
    .keyword = "distance",
    .words = "Distance",
    .grammar = "joint: LABEL, distance, NODE [, position, F], NODE [, position, F], { DRIVE | from nodes }",
    .summary = "The distance between points of two nodes is imposed by a drive.",
    .read = distance_read,
};

const elem_type joint_distance_with_offset_type = {
    DISTANCE_SLOTS,
    .keyword = "distance with offset",
    .words = "Distance with offset",
    .grammar = "joint: LABEL, distance with offset, NODE, [position,] F, NODE, [position,] F, { DRIVE | from nodes }",
    .summary = "The old form of distance: offsets need no keyword.",
    .read = read_with_offset,
};
