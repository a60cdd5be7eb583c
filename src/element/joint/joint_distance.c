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

static void distance_read_end(reader *r, distance *j, int i, bool needs_offset)
{
    j->node[i] = read_point_node(r, i == 0 ? "first node" : "second node");
    const bool has_word = read_keyword(r, "position");
    if (!has_word && !needs_offset)
        return;
    if (j->node[i] && !j->node[i]->has_rotation)
        read_error_last(r, E_OFFSET_WITHOUT_ROTATION, j->node[i]->label);
    const bool has_other = i == 1 && j->node[0];
    const frame_context c = {.own = j->node[i] ? j->node[i]->initial : NULL,
                             .other = has_other ? j->node[0]->initial : NULL,
                             .other_offset = has_other ? &j->f[0] : NULL};
    j->f[i] = read_position_rel(r, &c, "offset");
}

static vec3 distance_initial_point(const distance *j, int i)
{
    return vec3_add(j->node[i]->initial->x, mat3_mulv(&j->node[i]->initial->R, j->f[i]));
}

/* As in the reference the row is the length error itself: divided by the step, round-off would exceed the tolerances in
 * use. */
static void distance_set_own(elem *e)
{
    static const own_kind PLAIN[] = {OWN_PLAIN_CONSTRAINT};
    e->n_own = 1;
    e->kinds = PLAIN;
}

static void read_any(reader *r, elem *e, bool needs_offset)
{
    distance *j = e->self;
    distance_read_end(r, j, 0, needs_offset);
    distance_read_end(r, j, 1, needs_offset);
    const double length =
        read_ok(r) ? vec3_norm(vec3_sub(distance_initial_point(j, 1), distance_initial_point(j, 0))) : 1.0;
    if (read_keyword(r, "from nodes")) {
        j->length = drive_constant(reader_arena(r), length);
    } else {
        model_push_current(model_of(r), "L", length);
        j->length = read_drive(r, "distance");
        model_pop_current(model_of(r));
    }
    if (read_ok(r) && length == 0.0)
        read_error(r, E_NULL_DISTANCE, e->where);
    distance_set_own(e);
}

static void distance_read(reader *r, elem *e) { read_any(r, e, false); }
static void read_with_offset(reader *r, elem *e) { read_any(r, e, true); }

static int row_of(const distance *j, int i) { return i == 0 ? 0 : j->node[0]->has_rotation ? 6 : 3; }
static int own_row(const distance *j) { return row_of(j, 1) + (j->node[1]->has_rotation ? 6 : 3); }

static void distance_connect(const elem *e, layout *l)
{
    const distance *j = e->self;
    for (int i = 0; i < 2; i++)
        layout_node(l, j->node[i]);
    const int own = layout_own(l);
    layout_zero(l, own, 1, own, 1);
}

static distance_motion joint_distance_motion(const state *s, const distance *j)
{
    distance_motion m;
    for (int i = 0; i < 2; i++) {
        const pose *at = &s->poses[j->node[i]->pose];
        m.b[i] = mat3_mulv(&at->R, j->f[i]);
        m.p[i] = vec3_add(at->x, m.b[i]);
    }
    m.l = vec3_sub(m.p[1], m.p[0]);
    m.length = vec3_norm(m.l);
    m.u = vec3_scale(1.0 / m.length, m.l);
    return m;
}

/* Blocks of end i along the motion of end k; signs: 1 on end 1, -1 on end 2. */
static void force_blocks(const distance *j, const distance_motion *m, int i, int k, const mat3 *A, local *out)
{
    const int row = row_of(j, i), column = row_of(j, k);
    const double sign = i == k ? 1.0 : -1.0;
    const mat3 bi = mat3_skew(m->b[i]), bk = mat3_skew(m->b[k]), bA = mat3_mul(&bi, A), Ab = mat3_mul(A, &bk),
               bAb = mat3_mul(&bi, &Ab);
    local_block(out, row, column, -sign, A);
    if (j->node[k]->has_rotation)
        local_block(out, row, column + 3, sign, &Ab);
    if (j->node[i]->has_rotation)
        local_block(out, row + 3, column, -sign, &bA);
    if (j->node[i]->has_rotation && j->node[k]->has_rotation)
        local_block(out, row + 3, column + 3, sign, &bAb);
}

static void distance_jacobian(const state *s, const distance *j, const distance_motion *m, double F, local *out)
{
    const vec3 force = vec3_scale(F, m->u);
    const mat3 across = mat3_skew_skew(m->u, m->u), A = mat3_scale(-s->dvalue * F / m->length, &across);
    const int own = own_row(j);
    for (int i = 0; i < 2; i++) {
        const int row = row_of(j, i);
        const double sign = i == 0 ? 1.0 : -1.0;
        const vec3 arm = vec3_cross(m->b[i], m->u);
        for (int k = 0; k < 2; k++)
            force_blocks(j, m, i, k, &A, out);
        local_column(out, row, own, sign, m->u);
        local_row(out, own, row, -sign * s->dvalue, m->u);
        if (!j->node[i]->has_rotation)
            continue;
        const mat3 Fb = mat3_skew_skew(force, m->b[i]);
        local_block(out, row + 3, row + 3, sign * s->dvalue, &Fb);
        local_column(out, row + 3, own, sign, arm);
        local_row(out, own, row + 3, -sign * s->dvalue, arm);
    }
}

static void distance_eval(int n, const state *s, const elem *e, local *out)
{
    const distance *j = e->self;
    const distance_motion m = joint_distance_motion(s, j);
    const double F = s->y[e->own];
    const vec3 force = vec3_scale(F, m.u);
    if (m.length == 0.0) {
        state_fail(s, e->where, "the points of joint %u (distance) coincide", e->label);
        return;
    }
    out->r[own_row(j)] += m.length - drive_now(j->length, s);
    for (int i = 0; i < 2; i++) {
        const int row = row_of(j, i);
        const double sign = i == 0 ? 1.0 : -1.0;
        vec3_accumulate(out->r + row, vec3_scale(sign, force));
        if (j->node[i]->has_rotation)
            vec3_accumulate(out->r + row + 3, vec3_scale(sign, vec3_cross(m.b[i], force)));
    }
    if (n > 0)
        distance_jacobian(s, j, &m, F, out);
}

static void distance_rate(const state *s, const elem *e, double *phi_t)
{
    const distance *j = e->self;
    phi_t[0] = -drive_slope(j->length, s, s->t);
}

static void distance_output_row(const state *s, const elem *e, record *out)
{
    const distance *j = e->self;
    const distance_motion m = joint_distance_motion(s, j);
    const vec3 zero = {0, 0, 0};
    const double F = s->y[e->own];
    if (vec3_norm(j->f[0]) + vec3_norm(j->f[1]) > 0.0)
        record_type(out, "Distance with offset");
    joint_output(out, e, (vec3){F, 0, 0}, zero, vec3_scale(F, m.u), zero);
    record_name(out, "V", QUANTITY_DIMENSIONLESS, "constrained distance direction unit vector (x, y, z)");
    record_vec3(out, vec3_scale(1.0 / m.length, m.u));
    record_name(out, "d", QUANTITY_LENGTH, "constrained distance magnitude");
    record_real(out, drive_now(j->length, s));
    record_end(out);
}

static void distance_log_line(const elem *e, record *out)
{
    const distance *j = e->self;
    joint_log_begin(out, e, "distance:");
    for (int i = 0; i < 2; i++) {
        record_unsigned(out, j->node[i]->label);
        record_vec3(out, j->f[i]);
    }
    record_end(out);
}

static const char *const PRIVATE[] = {"d", NULL};

static double distance_private_value(const state *s, const elem *e, int index)
{
    const distance *j = e->self;
    (void)index;
    return drive_now(j->length, s);
}

static const char *distance_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "reaction force";
}

static bool distance_read_hint(reader *r, elem *e, const char *name, hint *h)
{
    distance *j = e->self;
    if (strcmp(name, "drive") != 0)
        return false;
    j->length = read_hinted_drive(r, j->length, "distance", h);
    return read_ok(r);
}

static void distance_sample(sampler *from, elem *e)
{
    distance *j = e->self;
    for (int i = 0; i < 2; i++) {
        const bool is_point = sample_integer(from, 0, 2) == 0;
        j->node[i] = is_point ? sample_point(from, i) : sample_structural(from, i);
        j->f[i] = is_point ? (vec3){0, 0, 0} : sample_vec3(from, 1.0);
    }
    j->length = sample_drive(from);
    distance_set_own(e);
}

static void distance_draw(const elem *e, drawing *d)
{
    const distance *j = e->self;
    const draw_tie ends[] = {draw_at(j->node[0], j->f[0], NULL), draw_at(j->node[1], j->f[1], NULL)};
    draw_two(d, DRAW_TUBE, ends);
}

#define DISTANCE_SLOTS                                                                                    \
    .drawing = &(const elem_drawing){.draw = distance_draw},                                              \
    .expectations = &(const elem_expectations){.internal_forces = true}, .card = &elem_cards[CARD_JOINT], \
    .size = sizeof(distance), .connect = distance_connect, .eval = distance_eval, .rate = distance_rate,  \
    .output = distance_output_row, .log = distance_log_line, .private_names = PRIVATE,                    \
    .private_value = distance_private_value, .own_name = distance_own_name, .hint = distance_read_hint,   \
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
