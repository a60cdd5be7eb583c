/* joint_rod.c - a force along the line between two points, given by a law of its length.
 *
 *     l = p2 - p1,   u = l / |l|,   strain = |l| / L0 - 1,   rate = u . l' / L0,   f = law(strain, rate)
 *     node 1: f u, b1 x f u          node 2: -f u, -b2 x f u
 *     d(f u) = A dl + B dl',     B = f_p / L0 u u'
 *     A = f / |l| (I - u u') + u (f_e / L0 u + f_p / (L0 |l|) (l' - u u.l'))'
 *
 * The nodes may be displacement nodes. Without offsets, the rotations do not appear in the equations. The Jacobian is
 * written by hand, because trusses have thousands of rods. */
#include "element/joint/joint.h"
#include "element/diag_rows.h"
#include "element/law_user.h"
#include "model/frames.h"
#include "model/hints.h"
#include "model/reading.h"
#include <string.h>

typedef struct {
    const node *node;
    vec3 f;
    bool is_offset;
} rod_end;

typedef struct {
    rod_end end[2];
    double L0;
    law *law;
} rod;

typedef struct {
    vec3 b[2]; /* arms */
    vec3 u, rate_of_l;
    double length, speed;
    double strain, rate;
} rod_motion;

static void rod_read_end(reader *reader, rod_end *end, const rod_end *other, bool needs_position)
{
    end->node = needs_position ? read_structural_node(reader, other ? "second node" : "first node")
                               : read_point_node(reader, other ? "second node" : "first node");
    const bool has_word = read_keyword(reader, "position");
    if (!has_word && !needs_position)
        return;
    if (end->node && !end->node->has_rotation)
        read_error_last(reader, E_ROD_OFFSET, end->node->label);
    const frame_context context = {.node_frame = end->node ? end->node->initial : NULL,
                                   .other = other && other->node ? other->node->initial : NULL,
                                   .other_offset = other ? &other->f : NULL};
    end->f = read_position_rel(reader, &context, "offset");
    end->is_offset = vec3_dot(end->f, end->f) != 0.0;
}

static vec3 rod_initial_point(const rod_end *end)
{
    return vec3_add(end->node->initial->x, mat3_mulv(&end->node->initial->R, end->f));
}

static void read_rod(reader *reader, elem *element, bool needs_position)
{
    rod *joint = element->self;
    rod_read_end(reader, &joint->end[0], NULL, needs_position);
    rod_read_end(reader, &joint->end[1], &joint->end[0], needs_position);
    const double length =
        read_ok(reader) ? vec3_norm(vec3_sub(rod_initial_point(&joint->end[1]), rod_initial_point(&joint->end[0])))
                        : 1.0;
    const bool from_nodes = read_keyword(reader, "from nodes");
    joint->L0 = from_nodes ? length : read_positive(reader, "length of the rod");
    if (read_ok(reader) && length == 0.0)
        read_error(reader, E_ROD_LENGTH, element->location);
    joint->law = read_law_of_length(reader, length, joint->L0);
}

static void rod_read(reader *reader, elem *element) { read_rod(reader, element, false); }
static void read_with_offset(reader *reader, elem *element) { read_rod(reader, element, true); }

static int first_of(const rod *joint, int end) { return end == 0 ? 0 : joint->end[0].node->has_rotation ? 6 : 3; }

static void rod_connect(const elem *element, layout *layout)
{
    const rod *joint = element->self;
    layout_node(layout, joint->end[0].node);
    layout_node(layout, joint->end[1].node);
    layout_clear(layout);
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            layout_full(layout, first_of(joint, a), joint->end[a].is_offset ? 6 : 3, first_of(joint, b),
                        joint->end[b].is_offset ? 6 : 3);
}

static void rod_set_motion(const state *state, const elem *element, rod_motion *motion)
{
    const rod *joint = element->self;
    vec3 p[2], v[2];
    for (int k = 0; k < 2; k++) {
        const pose *at = &state->poses[joint->end[k].node->pose];
        p[k] = at->x, v[k] = at->v, motion->b[k] = (vec3){0, 0, 0};
        if (joint->end[k].is_offset) {
            motion->b[k] = mat3_mulv(&at->R, joint->end[k].f);
            p[k] = vec3_add(p[k], motion->b[k]);
            v[k] = vec3_add(v[k], vec3_cross(at->w, motion->b[k]));
        }
    }
    const vec3 l = vec3_sub(p[1], p[0]);
    motion->length = vec3_norm(l);
    if (motion->length == 0.0) {
        state_fail(state, element->location, "joint %u (rod): its length is zero", element->label);
        motion->length = joint->L0;
    }
    motion->u = vec3_scale(1.0 / motion->length, l);
    motion->rate_of_l = vec3_sub(v[1], v[0]);
    motion->speed = vec3_dot(motion->u, motion->rate_of_l);
    motion->strain = motion->length / joint->L0 - 1.0;
    motion->rate = motion->speed / joint->L0;
}

/* d(f u) = A dl + B dl' */
static void linearise(const rod *joint, const rod_motion *motion, const law_result *result, mat3 *A, mat3 *B)
{
    const double u[3] = {motion->u.x, motion->u.y, motion->u.z}, c = result->stress[0] / motion->length;
    const double k = result->by_strain[0] / joint->L0, d = result->by_rate[0] / joint->L0;
    const vec3 w = vec3_axpy(vec3_scale(k - c, motion->u), d / motion->length,
                             vec3_axpy(motion->rate_of_l, -motion->speed, motion->u));
    const double row[3] = {w.x, w.y, w.z};
    for (int i = 0; i < 3; i++)
        for (int n = 0; n < 3; n++) {
            A->e[i][n] = u[i] * row[n] + (i == n ? c : 0.0);
            B->e[i][n] = d * u[i] * u[n];
        }
}

/* Adds a block of columns in the rows of both nodes; D is the derivative of the force with respect to them. */
static void add_columns(const rod *joint, const rod_motion *motion, int column, double sign, const mat3 *D, local *out)
{
    for (int k = 0; k < 2; k++) {
        const double on = k == 0 ? sign : -sign;
        const int row = first_of(joint, k);
        local_block(out, row, column, on, D);
        if (!joint->end[k].is_offset)
            continue;
        const mat3 arm = mat3_skew(motion->b[k]), moment = mat3_mul(&arm, D);
        local_block(out, row + 3, column, on, &moment);
    }
}

/* Adds the columns of the rotation of an end with offset, including the change of the arm in its own moment. */
static void add_rotation_columns(const state *state, const rod *joint, const rod_motion *motion, int k,
                                 const mat3 AB[2], vec3 F, local *out)
{
    const pose *at = &state->poses[joint->end[k].node->pose];
    const vec3 b = motion->b[k];
    const mat3 arm = mat3_skew(b), w = mat3_skew(at->w);
    const mat3 rotating = mat3_mul(&arm, &at->w_theta), drag = mat3_mul(&w, &arm);
    mat3 dp, dv;
    for (int i = 0; i < 9; i++) {
        const int p = i / 3, q = i % 3;
        dp.e[p][q] = -state->dvalue * arm.e[p][q];
        dv.e[p][q] = -state->drate * arm.e[p][q] - state->dvalue * (rotating.e[p][q] + drag.e[p][q]);
    }
    const mat3 by_p = mat3_mul(&AB[0], &dp), by_v = mat3_mul(&AB[1], &dv), D = mat3_add(&by_p, &by_v);
    const int column = first_of(joint, k) + 3;
    add_columns(joint, motion, column, k == 0 ? -1.0 : 1.0, &D, out);
    const mat3 internal = mat3_skew_skew(F, b);
    local_block(out, column, column, k == 0 ? state->dvalue : -state->dvalue, &internal);
}

static void rod_eval(int lanes, const state *state, const elem *element, local *out)
{
    const rod *joint = element->self;
    rod_motion motion;
    law_result result;
    rod_set_motion(state, element, &motion);
    law_eval(joint->law, state, &motion.strain, &motion.rate, &result);
    const vec3 F = vec3_scale(result.stress[0], motion.u);
    for (int k = 0; k < 2; k++) {
        const vec3 on = k == 0 ? F : vec3_neg(F);
        vec3_accumulate(out->r + first_of(joint, k), on);
        if (joint->end[k].is_offset)
            vec3_accumulate(out->r + first_of(joint, k) + 3, vec3_cross(motion.b[k], on));
    }
    if (lanes == 0)
        return;
    mat3 AB[2], D;
    linearise(joint, &motion, &result, &AB[0], &AB[1]);
    for (int i = 0; i < 9; i++)
        D.e[i / 3][i % 3] = state->dvalue * AB[0].e[i / 3][i % 3] + state->drate * AB[1].e[i / 3][i % 3];
    for (int k = 0; k < 2; k++) {
        add_columns(joint, &motion, first_of(joint, k), k == 0 ? -1.0 : 1.0, &D, out);
        if (joint->end[k].is_offset)
            add_rotation_columns(state, joint, &motion, k, AB, F, out);
    }
}

static void rod_input(const state *state, const elem *element, double strain[LAW_MAX], double rate[LAW_MAX])
{
    rod_motion motion;
    rod_set_motion(state, element, &motion);
    *strain = motion.strain;
    *rate = motion.rate;
}

static const char *const NAMES[] = {"F", "L", "LPrime", NULL};
static const law_user USER = {offsetof(rod, law), rod_input, NAMES};

static void rod_start(const state *state, const elem *element, memory_block *to)
{
    law_user_start(&USER, state, element, to);
}
static void rod_predict(const state *state, const elem *element, memory_block *to)
{
    law_user_predict(&USER, state, element, to);
}
static void rod_accept(const state *state, const elem *element, memory_block *to)
{
    law_user_accept(&USER, state, element, to);
}
static bool rod_has_private(const elem *element, int index) { return law_user_has_private(&USER, element, index); }

static bool rod_read_hint(reader *reader, elem *element, const char *name, hint *hint)
{
    return law_hint(reader, ((const rod *)element->self)->law, name, hint);
}

static void rod_output_row(const state *state, const elem *element, record *out)
{
    const rod *joint = element->self;
    const vec3 zero = {0, 0, 0};
    rod_motion motion;
    law_result result;
    rod_set_motion(state, element, &motion);
    law_eval(joint->law, state, &motion.strain, &motion.rate, &result);
    joint_output(out, element, (vec3){result.stress[0], 0, 0}, zero, vec3_scale(result.stress[0], motion.u), zero);
    record_name(out, "l", QUANTITY_LENGTH, "length of the element");
    record_real(out, motion.length);
    record_name(out, "v", QUANTITY_DIMENSIONLESS, "direction unit vector");
    record_vec3(out, motion.u);
    record_name(out, "lP", QUANTITY_VELOCITY, "lengthening velocity of the element");
    record_real(out, motion.speed);
    law_output(state, joint->law, &motion.strain, &motion.rate, out);
    record_end(out);
}

static void rod_log_line(const elem *element, record *out)
{
    const rod *joint = element->self;
    joint_log_begin(out, element, "rod:");
    for (int k = 0; k < 2; k++) {
        record_unsigned(out, joint->end[k].node->label);
        record_vec3(out, joint->end[k].f);
    }
    record_end(out);
}

/* "l" and "lP" are the names in the manual, "L" and "LPrime" those in actual use. */
static int rod_private_index(const elem *element, const char *name)
{
    return law_user_private_index(&USER, element,
                                  strcmp(name, "l") == 0    ? "L"
                                  : strcmp(name, "lP") == 0 ? "LPrime"
                                                            : name);
}

static double rod_private_value(const state *state, const elem *element, int index)
{
    const rod *joint = element->self;
    rod_motion motion;
    law_result result;
    rod_set_motion(state, element, &motion);
    if (index > 3)
        return law_private_value(state, joint->law, &motion.strain, &motion.rate, index - 3);
    if (index > 1) /* without evaluating the law, whose drives may refer to the length */
        return index == 2 ? motion.length : motion.speed;
    law_eval(joint->law, state, &motion.strain, &motion.rate, &result);
    return result.stress[0];
}

static void sample_rod(sampler *from, elem *element, bool with_offset)
{
    rod *joint = element->self;
    for (int k = 0; k < 2; k++)
        joint->end[k] = with_offset ? (rod_end){sample_structural(from, k), sample_vec3(from, 0.3), true}
                                    : (rod_end){.node = sample_point(from, k)};
    joint->L0 = sample_real(from, 0.5, 2.0);
    joint->law = sample_law(from, 1);
}

static void rod_sample(sampler *from, elem *element) { sample_rod(from, element, false); }
static void sample_with_offset(sampler *from, elem *element) { sample_rod(from, element, true); }

static void rod_draw(const elem *element, drawing *drawing)
{
    const rod *joint = element->self;
    const draw_tie ends[] = {draw_at(joint->end[0].node, joint->end[0].f, NULL),
                             draw_at(joint->end[1].node, joint->end[1].f, NULL)};
    draw_two(drawing, DRAW_SPRING, ends);
}

#define ROD_SLOTS                                                                                                 \
    .drawing = &(const elem_drawing){.draw = rod_draw},                                                           \
    .history = &(const elem_history){.start = rod_start, .predict = rod_predict, .accept = rod_accept},           \
    .assembly = &(const elem_assembly){.deformable = true},                                                       \
    .expectations = &(const elem_expectations){.internal_forces = true}, .card = &elem_cards[CARD_JOINT],         \
    .size = sizeof(rod), .connect = rod_connect, .eval = rod_eval, .output = rod_output_row, .log = rod_log_line, \
    .private_index = rod_private_index, .private_names = NAMES, .has_private = rod_has_private,                   \
    .private_value = rod_private_value, .hint = rod_read_hint

const elem_type joint_rod_type = {
    ROD_SLOTS,
    .keyword = "rod",
    .words = "Rod",
    .grammar = "joint: LABEL, rod, NODE 1 [, position, (vec3) OFFSET], NODE 2 [, position, (vec3) OFFSET], {LENGTH | "
               "from nodes}, "
               "(1D law) LAW",
    .summary = "A force along the line between two points that depends on its length.",
    .read = rod_read,
    .sample = rod_sample,
};

const elem_type joint_rod_with_offset_type = {
    ROD_SLOTS,
    .keyword = "rod with offset",
    .words = "Rod",
    .grammar = "joint: LABEL, rod with offset, NODE 1, (vec3) OFFSET, NODE 2, (vec3) OFFSET, {LENGTH | from nodes}, "
               "(1D law) LAW",
    .summary = "A force along the line between two points, each fixed to a node, that depends on its length.",
    .read = read_with_offset,
    .sample = sample_with_offset,
};
