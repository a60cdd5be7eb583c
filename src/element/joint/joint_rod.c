/* joint_rod.c - a force along the line between two points, given by a law of its length.
 *
 *     l = p2 - p1,   u = l / |l|,   strain = |l| / L0 - 1,   rate = u . l' / L0,   f = law(strain, rate)
 *     node 1: f u, b1 x f u          node 2: -f u, -b2 x f u
 *     d(f u) = A dl + B dl',     B = f_p / L0 u u'
 *     A = f / |l| (I - u u') + u (f_e / L0 u + f_p / (L0 |l|) (l' - u u.l'))'
 *
 * The nodes may be displacement nodes. Without offsets rotations do not enter. The Jacobian is written by hand, because
 * trusses have thousands of rods. */
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

static void rod_read_end(reader *r, rod_end *end, const rod_end *other, bool needs_position)
{
    end->node = needs_position ? read_structural_node(r, other ? "second node" : "first node")
                               : read_point_node(r, other ? "second node" : "first node");
    const bool has_word = read_keyword(r, "position");
    if (!has_word && !needs_position)
        return;
    if (end->node && !end->node->has_rotation)
        read_error_last(r, E_ROD_OFFSET, end->node->label);
    const frame_context c = {.own = end->node ? end->node->initial : NULL,
                             .other = other && other->node ? other->node->initial : NULL,
                             .other_offset = other ? &other->f : NULL};
    end->f = read_position_rel(r, &c, "offset");
    end->is_offset = vec3_dot(end->f, end->f) != 0.0;
}

static vec3 rod_initial_point(const rod_end *end)
{
    return vec3_add(end->node->initial->x, mat3_mulv(&end->node->initial->R, end->f));
}

static void read_rod(reader *r, elem *e, bool needs_position)
{
    rod *j = e->self;
    rod_read_end(r, &j->end[0], NULL, needs_position);
    rod_read_end(r, &j->end[1], &j->end[0], needs_position);
    const double length =
        read_ok(r) ? vec3_norm(vec3_sub(rod_initial_point(&j->end[1]), rod_initial_point(&j->end[0]))) : 1.0;
    const bool from_nodes = read_keyword(r, "from nodes");
    j->L0 = from_nodes ? length : read_positive(r, "length of the rod");
    if (read_ok(r) && length == 0.0)
        read_error(r, E_ROD_LENGTH, e->where);
    j->law = read_law_of_length(r, length, j->L0);
}

static void rod_read(reader *r, elem *e) { read_rod(r, e, false); }
static void read_with_offset(reader *r, elem *e) { read_rod(r, e, true); }

static int first_of(const rod *j, int end) { return end == 0 ? 0 : j->end[0].node->has_rotation ? 6 : 3; }

static void rod_connect(const elem *e, layout *l)
{
    const rod *j = e->self;
    layout_node(l, j->end[0].node);
    layout_node(l, j->end[1].node);
    layout_clear(l);
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            layout_full(l, first_of(j, a), j->end[a].is_offset ? 6 : 3, first_of(j, b), j->end[b].is_offset ? 6 : 3);
}

static void rod_set_motion(const state *s, const elem *e, rod_motion *m)
{
    const rod *j = e->self;
    vec3 p[2], v[2];
    for (int k = 0; k < 2; k++) {
        const pose *at = &s->poses[j->end[k].node->pose];
        p[k] = at->x, v[k] = at->v, m->b[k] = (vec3){0, 0, 0};
        if (j->end[k].is_offset) {
            m->b[k] = mat3_mulv(&at->R, j->end[k].f);
            p[k] = vec3_add(p[k], m->b[k]);
            v[k] = vec3_add(v[k], vec3_cross(at->w, m->b[k]));
        }
    }
    const vec3 l = vec3_sub(p[1], p[0]);
    m->length = vec3_norm(l);
    if (m->length == 0.0) {
        state_fail(s, e->where, "joint %u (rod): its length is zero", e->label);
        m->length = j->L0;
    }
    m->u = vec3_scale(1.0 / m->length, l);
    m->rate_of_l = vec3_sub(v[1], v[0]);
    m->speed = vec3_dot(m->u, m->rate_of_l);
    m->strain = m->length / j->L0 - 1.0;
    m->rate = m->speed / j->L0;
}

/* d(f u) = A dl + B dl' */
static void linearise(const rod *j, const rod_motion *m, const law_result *f, mat3 *A, mat3 *B)
{
    const double u[3] = {m->u.x, m->u.y, m->u.z}, c = f->stress[0] / m->length;
    const double k = f->by_strain[0] / j->L0, d = f->by_rate[0] / j->L0;
    const vec3 w = vec3_axpy(vec3_scale(k - c, m->u), d / m->length, vec3_axpy(m->rate_of_l, -m->speed, m->u));
    const double row[3] = {w.x, w.y, w.z};
    for (int i = 0; i < 3; i++)
        for (int n = 0; n < 3; n++) {
            A->e[i][n] = u[i] * row[n] + (i == n ? c : 0.0);
            B->e[i][n] = d * u[i] * u[n];
        }
}

/* A block of columns: D is the derivative of the force along them; rows of both nodes. */
static void add_columns(const rod *j, const rod_motion *m, int column, double sign, const mat3 *D, local *out)
{
    for (int k = 0; k < 2; k++) {
        const double on = k == 0 ? sign : -sign;
        const int row = first_of(j, k);
        local_block(out, row, column, on, D);
        if (!j->end[k].is_offset)
            continue;
        const mat3 arm = mat3_skew(m->b[k]), moment = mat3_mul(&arm, D);
        local_block(out, row + 3, column, on, &moment);
    }
}

/* Columns of the rotation of an offset end, and what the turning arm does to its own moment. */
static void add_rotation_columns(const state *s, const rod *j, const rod_motion *m, int k, const mat3 AB[2], vec3 F,
                                 local *out)
{
    const pose *at = &s->poses[j->end[k].node->pose];
    const vec3 b = m->b[k];
    const mat3 arm = mat3_skew(b), w = mat3_skew(at->w);
    const mat3 turning = mat3_skew_skew(b, at->w_ref), drag = mat3_mul(&w, &arm);
    mat3 dp, dv;
    for (int i = 0; i < 9; i++) {
        const int p = i / 3, q = i % 3;
        dp.e[p][q] = -s->dvalue * arm.e[p][q];
        dv.e[p][q] = -s->drate * arm.e[p][q] + s->dvalue * (turning.e[p][q] - drag.e[p][q]);
    }
    const mat3 by_p = mat3_mul(&AB[0], &dp), by_v = mat3_mul(&AB[1], &dv), D = mat3_add(&by_p, &by_v);
    const int column = first_of(j, k) + 3;
    add_columns(j, m, column, k == 0 ? -1.0 : 1.0, &D, out);
    const mat3 own = mat3_skew_skew(F, b);
    local_block(out, column, column, k == 0 ? s->dvalue : -s->dvalue, &own);
}

static void rod_eval(int n, const state *s, const elem *e, local *out)
{
    const rod *j = e->self;
    rod_motion m;
    law_result f;
    rod_set_motion(s, e, &m);
    law_eval(j->law, s, &m.strain, &m.rate, &f);
    const vec3 F = vec3_scale(f.stress[0], m.u);
    for (int k = 0; k < 2; k++) {
        const vec3 on = k == 0 ? F : vec3_neg(F);
        vec3_accumulate(out->r + first_of(j, k), on);
        if (j->end[k].is_offset)
            vec3_accumulate(out->r + first_of(j, k) + 3, vec3_cross(m.b[k], on));
    }
    if (n == 0)
        return;
    mat3 AB[2], D;
    linearise(j, &m, &f, &AB[0], &AB[1]);
    for (int i = 0; i < 9; i++)
        D.e[i / 3][i % 3] = s->dvalue * AB[0].e[i / 3][i % 3] + s->drate * AB[1].e[i / 3][i % 3];
    for (int k = 0; k < 2; k++) {
        add_columns(j, &m, first_of(j, k), k == 0 ? -1.0 : 1.0, &D, out);
        if (j->end[k].is_offset)
            add_rotation_columns(s, j, &m, k, AB, F, out);
    }
}

static void rod_input(const state *s, const elem *e, double strain[LAW_MAX], double rate[LAW_MAX])
{
    rod_motion m;
    rod_set_motion(s, e, &m);
    *strain = m.strain;
    *rate = m.rate;
}

static const char *const NAMES[] = {"F", "L", "LPrime", NULL};
static const law_user USER = {offsetof(rod, law), rod_input, NAMES};

static void rod_start(const state *s, const elem *e, memory_block *to) { law_user_start(&USER, s, e, to); }
static void rod_predict(const state *s, const elem *e, memory_block *to) { law_user_predict(&USER, s, e, to); }
static void rod_accept(const state *s, const elem *e, memory_block *to) { law_user_accept(&USER, s, e, to); }
static bool rod_has_private(const elem *e, int index) { return law_user_has_private(&USER, e, index); }

static bool rod_read_hint(reader *r, elem *e, const char *name, hint *h)
{
    return law_hint(r, ((const rod *)e->self)->law, name, h);
}

static void rod_output_row(const state *s, const elem *e, record *out)
{
    const rod *j = e->self;
    const vec3 zero = {0, 0, 0};
    rod_motion m;
    law_result f;
    rod_set_motion(s, e, &m);
    law_eval(j->law, s, &m.strain, &m.rate, &f);
    joint_output(out, e, (vec3){f.stress[0], 0, 0}, zero, vec3_scale(f.stress[0], m.u), zero);
    record_name(out, "l", QUANTITY_LENGTH, "length of the element");
    record_real(out, m.length);
    record_name(out, "v", QUANTITY_DIMENSIONLESS, "direction unit vector");
    record_vec3(out, m.u);
    record_name(out, "lP", QUANTITY_VELOCITY, "lengthening velocity of the element");
    record_real(out, m.speed);
    law_output(s, j->law, &m.strain, &m.rate, out);
    record_end(out);
}

static void rod_log_line(const elem *e, record *out)
{
    const rod *j = e->self;
    joint_log_begin(out, e, "rod:");
    for (int k = 0; k < 2; k++) {
        record_unsigned(out, j->end[k].node->label);
        record_vec3(out, j->end[k].f);
    }
    record_end(out);
}

/* "l" and "lP" are the manual's names, "L" and "LPrime" those in use. */
static int rod_private_index(const elem *e, const char *name)
{
    return law_user_private_index(&USER, e, strcmp(name, "l") == 0 ? "L" : strcmp(name, "lP") == 0 ? "LPrime" : name);
}

static double rod_private_value(const state *s, const elem *e, int index)
{
    const rod *j = e->self;
    rod_motion m;
    law_result f;
    rod_set_motion(s, e, &m);
    if (index > 3)
        return law_private_value(s, j->law, &m.strain, &m.rate, index - 3);
    if (index > 1) /* without the law: its drives may ask for the length */
        return index == 2 ? m.length : m.speed;
    law_eval(j->law, s, &m.strain, &m.rate, &f);
    return f.stress[0];
}

static void sample_rod(sampler *from, elem *e, bool with_offset)
{
    rod *j = e->self;
    for (int k = 0; k < 2; k++)
        j->end[k] = with_offset ? (rod_end){sample_structural(from, k), sample_vec3(from, 0.3), true}
                                : (rod_end){.node = sample_point(from, k)};
    j->L0 = sample_real(from, 0.5, 2.0);
    j->law = sample_law(from, 1);
}

static void rod_sample(sampler *from, elem *e) { sample_rod(from, e, false); }
static void sample_with_offset(sampler *from, elem *e) { sample_rod(from, e, true); }

static void rod_draw(const elem *e, drawing *d)
{
    const rod *j = e->self;
    const draw_tie ends[] = {draw_at(j->end[0].node, j->end[0].f, NULL), draw_at(j->end[1].node, j->end[1].f, NULL)};
    draw_two(d, DRAW_SPRING, ends);
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
