/* nonsmooth_node.c - a point mass with the motion of a node, stopped by planes with restitution and friction.
 *
 * The mass has a time step of its own (Moreau's), which begins with the motion x_k, v_k of the node:
 *
 *     m (v - v_k) = h (m g + t L + (1 - t) L_k) + P         x = x_k + h (t v + (1 - t) v_k)             t: theta
 *     node: -L,  and  v_node = v  (velocity, both)  or  x_node = x  (position)         L: three own unknowns
 *
 * A plane takes part in a step when the gap will be closed, gap_k + gamma h gap'_k <= 0. P = sum n p + d_j b_j then
 * solves, with the velocity u = v - v_plane there (Newton's restitution; Stewart, Trinkle: Int. J. Numer. Meth. Engng.
 * 39, 1996, the cone of friction as a pyramid whose first edge is the direction of the sliding at the beginning)
 *
 *     0 <= n . u + e n . u_k        complementary to     p >= 0
 *     0 <= d_j . u + s              complementary to   b_j >= 0         twelve directions d_j
 *     0 <= mu p - sum b_j           complementary to     s >= 0
 *
 * by Lemke's method (linalg/lcp.h), whose basis gives the derivatives. Normals and arms are those of the beginning of
 * the step. As in the reference, planes do not feel P, and the derivatives phase takes v with L_k = 0 alone: its row is
 * not met unless the coefficient is found by itself. */
#include "contract/element.h"
#include "contract/sampler.h"
#include "contract/diag_rows.h"
#include "element/body/gravity.h"
#include "element/diag_rows.h"
#include "element/module/words.h"
#include "linalg/lcp.h"
#include "model/frames.h"
#include "model/model.h"
#include "model/reading.h"
#include <math.h>

typedef struct {
    const node *of;
    int at;    /* first local column of its node */
    vec3 o, n; /* a point of it and its normal, in the frame of the node */
    double restitution, friction;
} plane;

typedef enum { BY_BOTH, BY_POSITION, BY_VELOCITY } constraint_type;

typedef struct {
    const node *of;
    const elem *const *gravity;
    double mass, radius, theta, gamma;
    constraint_type by;
    bool verbose;
    int n_planes, n_nodes;
    const plane *plane;
    const node **node; /* of the planes, each once */
} nonsmooth;

typedef struct {
    int has_touched;
} nonsmooth_memory;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static int rows_of(const node *n) { return n->has_rotation ? 6 : 3; }

/* Local column of the node of a plane, which is listed the first time it comes. */
static int list_node(nonsmooth *p, const node *of)
{
    int k = 0;
    while (k < p->n_nodes && p->node[k] != of)
        k++;
    if (k == p->n_nodes)
        p->node[p->n_nodes++] = of;
    return rows_of(p->of) + 3 + 6 * k;
}

static double read_coefficient(reader *r, const char *what)
{
    const double v = read_not_negative(r, what);
    if (read_ok(r) && v > 1.0)
        read_error_last(r, E_FRACTION_OPTION, what, v);
    return v;
}

static plane read_plane(reader *r, nonsmooth *p)
{
    plane one = {.of = read_structural_node(r, "node of a plane")};
    const frame_context c = {.own = one.of ? one.of->initial : NULL};
    read_word(r, "position");
    one.o = read_position_rel(r, &c, "position of a plane");
    read_word(r, "rotation orientation");
    const mat3 R = read_orientation_rel(r, &c, "orientation of a plane");
    one.n = mat3_mulv(&R, (vec3){0, 0, 1});
    read_word(r, "restitution");
    one.restitution = read_coefficient(r, "restitution");
    one.friction = read_keyword(r, "friction coefficient") ? read_not_negative(r, "friction coefficient") : 0.0;
    if (read_ok(r))
        one.at = list_node(p, one.of);
    return one;
}

static void read_planes(reader *r, nonsmooth *p)
{
    read_word(r, "planes");
    const int n = read_count(r, 1, "number of planes");
    plane *all = ARENA_ARRAY(reader_arena(r), plane, n);
    p->node = ARENA_ARRAY(reader_arena(r), const node *, n);
    for (int i = 0; read_ok(r) && i < n; i++)
        all[i] = read_plane(r, p);
    p->plane = all;
    p->n_planes = n;
}

/* Options of a solver that iterates: the impulses are found by pivots, whatever its name is. */
static void read_solver(reader *r)
{
    static const char *const SOLVERS[] = {"lexico lemke", "rpgs",  "qp",      "cpg",        "pgs",       "psor",
                                          "nsqp",         "latin", "latin_w", "newton_min", "newton_fb", NULL};
    static const char *const LIMITS[] = {"max iterations", "limit iterations", "limit LCP iterations"};
    if (read_keyword(r, "LCP solver"))
        read_choice(r, SOLVERS, "LCP solver");
    if (read_keyword(r, "tolerance"))
        read_positive(r, "tolerance");
    for (int i = 0; i < 3; i++) {
        const place here = read_place(r);
        if (!read_keyword(r, LIMITS[i]))
            continue;
        read_integer_in(r, 1, 1000000000, LIMITS[i]);
        if (read_ok(r))
            diag_report(reader_diag(r), W_NO_EFFECT, here, LIMITS[i],
                        "on impulses, which are found without iterations");
    }
}

static void read(reader *r, elem *e)
{
    static const char *const TYPES[] = {"both", "position", "velocity", NULL};
    nonsmooth *p = e->self;
    p->of = read_point_node(r, "node");
    p->gravity = &model_of(r)->gravity;
    p->mass = read_named_positive(r, "mass");
    read_word(r, "radius");
    p->radius = read_not_negative(r, "radius");
    if (read_ok(r))
        read_planes(r, p);
    if (read_keyword(r, "constraint type")) {
        const int by = read_choice(r, TYPES, "constraint type");
        p->by = by < 0 ? BY_BOTH : (constraint_type)by;
    }
    p->theta = read_keyword(r, "theta") ? read_coefficient(r, "theta") : 0.5;
    if (read_ok(r) && p->theta == 0.0)
        read_error_last(r, E_FRACTION_OPTION, "theta", p->theta);
    p->gamma = read_keyword(r, "gamma") ? read_not_negative(r, "gamma") : 1.0;
    read_solver(r);
    p->verbose = read_keyword(r, "verbose") && read_bool(r, "verbose");
    static const own_kind KINDS[] = {OWN_ALGEBRAIC, OWN_ALGEBRAIC, OWN_ALGEBRAIC};
    e->n_own = 3;
    e->kinds = KINDS;
}

static void connect(const elem *e, layout *l)
{
    const nonsmooth *p = e->self;
    const int own = rows_of(p->of);
    layout_node(l, p->of);
    layout_own(l);
    for (int i = 0; i < p->n_nodes; i++)
        layout_node(l, p->node[i]);
    layout_clear(l);
    layout_full(l, 0, 3, own, 3);
    layout_full(l, own, 3, 0, 3);
    layout_full(l, own, 3, own, 3 + 6 * p->n_nodes);
}

/* --- impulses ----------------------------------------------------------------------------------------------------- */

enum {
    MOST_TOUCHED = 6,
    DIRECTIONS = 12,
    PER_PLANE = DIRECTIONS + 2,
    MOST_ROWS = MOST_TOUCHED * PER_PLANE,
};

/* A plane that takes part in the step. */
typedef struct {
    const plane *of;
    vec3 n, arm, v; /* normal; from its node to where it is touched; velocity there */
} touch;

/* The mass at the end of its step. */
typedef struct {
    vec3 v, x, impulse, normal; /* normal: part of the impulse at right angles to the planes */
    int n;
    touch at[MOST_TOUCHED];
    mat3 by_free, by_plane[MOST_TOUCHED]; /* derivatives of v, by the velocity without P and by those of the planes */
} moved;

/* Rows of the problem: what they multiply, by the velocity of the mass and by that of the plane; the impulse of their
 * unknown. A row of s has none. */
typedef struct {
    int n;
    vec3 u[MOST_ROWS];
    double times[MOST_ROWS]; /* the velocity of the plane enters so often: 1 + e of a normal */
    int touch[MOST_ROWS];
    double q[MOST_ROWS], M[MOST_ROWS * MOST_ROWS];
} problem;

static vec3 plane_velocity(const pose *at, vec3 arm) { return vec3_add(at->v, vec3_cross(at->w, arm)); }

static void find_touched(const state *s, const elem *e, moved *k)
{
    const nonsmooth *p = e->self;
    const pose *const mine = &s->at_prev[p->of->pose];
    for (int i = 0; i < p->n_planes; i++) {
        const plane *one = &p->plane[i];
        const pose *const then = &s->at_prev[one->of->pose];
        const vec3 n = mat3_mulv(&then->R, one->n);
        const vec3 to = vec3_sub(mine->x, vec3_add(then->x, mat3_mulv(&then->R, one->o)));
        const vec3 arm = vec3_axpy(vec3_sub(mine->x, then->x), -p->radius, n);
        const double gap = vec3_dot(n, to) - p->radius;
        if (gap + p->gamma * s->dt * vec3_dot(n, vec3_sub(mine->v, plane_velocity(then, arm))) > 0.0)
            continue;
        if (k->n == MOST_TOUCHED) {
            state_fail(s, e->where, "nonsmooth node: more than %d planes are touched at once", MOST_TOUCHED);
            return;
        }
        k->at[k->n++] = (touch){one, n, arm, plane_velocity(&s->at[one->of->pose], arm)};
    }
}

/* The direction of sliding, or any at right angles to the normal. */
static vec3 first_direction(const touch *t, vec3 v)
{
    const vec3 u = vec3_sub(v, t->v), along = vec3_axpy(u, -vec3_dot(u, t->n), t->n);
    const double size = vec3_norm(along);
    if (size > 1e-12 * (1.0 + vec3_norm(u)))
        return vec3_scale(1.0 / size, along);
    const vec3 other = fabs(t->n.x) < 0.7 ? (vec3){1, 0, 0} : (vec3){0, 1, 0}, d = vec3_cross(t->n, other);
    return vec3_scale(1.0 / vec3_norm(d), d);
}

static void add_row(problem *b, int touched, vec3 u, double times, double q)
{
    b->u[b->n] = u;
    b->times[b->n] = times;
    b->touch[b->n] = touched;
    b->q[b->n++] = q;
}

/* `began`: the sliding at the beginning of the step, against the plane as it was. */
static void add_touch(problem *b, const moved *k, int i, vec3 free, vec3 v_k, vec3 began)
{
    const touch *t = &k->at[i];
    const double e = t->of->restitution;
    add_row(b, i, t->n, 1.0 + e, vec3_dot(t->n, vec3_sub(free, t->v)) + e * vec3_dot(t->n, vec3_sub(v_k, t->v)));
    if (t->of->friction == 0.0)
        return;
    const vec3 second = vec3_cross(t->n, began);
    for (int j = 0; j < DIRECTIONS; j++) {
        const double angle = 2.0 * M_PI * j / DIRECTIONS;
        const vec3 d = vec3_axpy(vec3_scale(cos(angle), began), sin(angle), second);
        add_row(b, i, d, 1.0, vec3_dot(d, vec3_sub(free, t->v)));
    }
    add_row(b, i, (vec3){0, 0, 0}, 0.0, 0.0);
}

/* Impulses are divided by the mass. */
static void fill_matrix(problem *b, const moved *k)
{
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < b->n; j++)
            b->M[i * b->n + j] = vec3_dot(b->u[i], b->u[j]);
    for (int first = 0; first < b->n;) {
        const double mu = k->at[b->touch[first]].of->friction;
        const int last = first + PER_PLANE - 1;
        for (int j = first + 1; mu > 0.0 && j < last; j++) {
            b->M[j * b->n + last] = 1.0;
            b->M[last * b->n + j] = -1.0;
        }
        if (mu > 0.0)
            b->M[last * b->n + first] = mu;
        first += mu > 0.0 ? PER_PLANE : 1;
    }
}

/* by_free = I + sum b_j dz_j/dq_k u_k';  by the velocity of a plane: -sum b_j dz_j/dq_k (times u)_k' over its rows */
static void slopes(const problem *b, const lcp *a, moved *k)
{
    for (int j = 0; j < b->n; j++)
        for (int i = 0; i < b->n; i++) {
            const double slope = lcp_slope(a, j, i);
            if (slope == 0.0)
                continue;
            const mat3 D = mat3_outer(vec3_scale(slope, b->u[j]), b->u[i]), by = mat3_scale(-b->times[i], &D);
            mat3 *const plane_slope = &k->by_plane[b->touch[i]];
            k->by_free = mat3_add(&k->by_free, &D);
            *plane_slope = mat3_add(plane_slope, &by);
        }
}

static void add_impulses(int n, const state *s, const elem *e, moved *k)
{
    const nonsmooth *p = e->self;
    const vec3 v_k = s->at_prev[p->of->pose].v;
    problem b;
    int basic[MOST_ROWS];
    double T[MOST_ROWS * (2 * MOST_ROWS + LCP_WIDTH)];
    b.n = 0;
    for (int i = 0; i < k->n; i++) {
        touch before = k->at[i];
        before.v = plane_velocity(&s->at_prev[before.of->of->pose], before.arm);
        add_touch(&b, k, i, k->v, v_k, first_direction(&before, v_k));
    }
    fill_matrix(&b, k);
    lcp a = {.n = b.n, .basic = basic, .T = T};
    if (!lcp_solve(&a, b.M, b.q)) {
        state_fail(s, e->where, "nonsmooth node: no impulses of the planes are found");
        return;
    }
    for (int j = 0; j < b.n; j++) {
        const vec3 P = vec3_scale(p->mass * lcp_value(&a, j), b.u[j]);
        k->impulse = vec3_add(k->impulse, P);
        if (j == 0 || b.touch[j] != b.touch[j - 1])
            k->normal = vec3_add(k->normal, P);
    }
    k->v = vec3_axpy(k->v, 1.0 / p->mass, k->impulse);
    if (n > 0)
        slopes(&b, &a, k);
}

/* How much of the force at the end of the step counts: the derivatives phase has that of the beginning alone. */
static double part_of_now(const state *s, const nonsmooth *p) { return s->now == PHASE_DERIVATIVES ? 0.0 : p->theta; }

static moved move(int n, const state *s, const elem *e)
{
    const nonsmooth *p = e->self;
    const pose *const then = &s->at_prev[p->of->pose];
    const double theta = part_of_now(s, p);
    const vec3 L = vec3_load(s->y + e->own), L_k = vec3_load(s->y_prev + e->own);
    const vec3 g = gravity_at(*p->gravity, s, then->x, NULL);
    moved k = {.by_free = MAT3_EYE};
    k.v = vec3_axpy(then->v, s->dt, g);
    k.v = vec3_axpy(k.v, s->dt * theta / p->mass, L);
    k.v = vec3_axpy(k.v, s->dt * (1.0 - theta) / p->mass, L_k);
    find_touched(s, e, &k);
    if (k.n > 0)
        add_impulses(n, s, e, &k);
    k.x = vec3_axpy(vec3_axpy(then->x, s->dt * p->theta, k.v), s->dt * (1.0 - p->theta), then->v);
    return k;
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void plane_columns(const state *s, const moved *k, double by, int own, local *out)
{
    for (int i = 0; i < k->n; i++) {
        const plane *one = k->at[i].of;
        const mat3 arm = mat3_skew(k->at[i].arm), turn = mat3_skew(s->at[one->of->pose].w_ref);
        mat3 spin = mat3_scale(-s->dvalue, &turn);
        for (int d = 0; d < 3; d++)
            spin.e[d][d] += s->drate;
        const mat3 by_w = mat3_mul(&k->by_plane[i], &arm), by_spin = mat3_mul(&by_w, &spin);
        local_block(out, own, one->at, -by * s->drate, &k->by_plane[i]);
        local_block(out, own, one->at + 3, by, &by_spin);
    }
}

/* Rows of positions are divided by the step. */
static void step_rows(int n, const state *s, const elem *e, int own, local *out)
{
    const nonsmooth *p = e->self;
    const bool at_position = p->by == BY_POSITION;
    const pose *const now = &s->at[p->of->pose];
    const moved k = move(n, s, e);
    const vec3 apart = at_position ? vec3_scale(1.0 / s->dt, vec3_sub(now->x, k.x)) : vec3_sub(now->v, k.v);
    vec3_store(out->r + own, apart);
    if (n == 0)
        return;
    const double part = at_position ? p->theta : 1.0;
    local_block(out, own, 0, at_position ? s->dvalue / s->dt : s->drate, &MAT3_EYE);
    local_block(out, own, own, -part * s->dt * part_of_now(s, p) / p->mass, &k.by_free);
    plane_columns(s, &k, part, own, out);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const nonsmooth *p = e->self;
    const int own = rows_of(p->of);
    vec3_store(out->r, vec3_scale(-1.0, vec3_load(s->y + e->own)));
    if (n > 0)
        local_block(out, 0, own, -1.0, &MAT3_EYE);
    step_rows(n, s, e, own, out);
}

static void accept(const state *s, const elem *e, memory_block *to)
{
    nonsmooth_memory *m = memory_at(to, e->memory);
    m->has_touched |= move(0, s, e).n > 0;
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static void record_solver(const state *s, const elem *e, const moved *k, record *out)
{
    const nonsmooth *p = e->self;
    const nonsmooth_memory *m = remembered(s, e->memory);
    const vec3 apart = vec3_sub(k->x, s->at[p->of->pose].x), none = {0, 0, 0};
    record_name(out, "mu", QUANTITY_LENGTH,
                "position of the mass minus that of the node, with velocities held together");
    record_vec3(out, p->by == BY_BOTH ? apart : none);
    record_name(out, "status", QUANTITY_DIMENSIONLESS, "how the impulses were found: 0, they were");
    record_integer(out, 0);
    record_name(out, "error", QUANTITY_DIMENSIONLESS,
                "what is left of the problem of the impulses: 0, pivots are exact");
    record_real(out, 0.0);
    record_name(out, "iterations", QUANTITY_DIMENSIONLESS, "of the impulses: 0, pivots need none; -1: no plane yet");
    record_integer(out, m->has_touched ? 0 : -1);
}

static void output_row(const state *s, const elem *e, record *out)
{
    const nonsmooth *p = e->self;
    const moved k = move(0, s, e);
    record_begin(out, e->label);
    record_name(out, "P", QUANTITY_MOMENTUM, "impulse of the planes on the mass");
    record_vec3(out, k.impulse);
    record_name(out, "X", QUANTITY_LENGTH, "position of the mass");
    record_vec3(out, k.x);
    record_name(out, "XP", QUANTITY_VELOCITY, "velocity of the mass");
    record_vec3(out, k.v);
    record_name(out, "F", QUANTITY_FORCE, "force of the node on the mass");
    record_vec3(out, vec3_load(s->y + e->own));
    record_name(out, "Pn", QUANTITY_MOMENTUM, "size of the impulse at right angles to the planes");
    record_real(out, vec3_norm(k.normal));
    record_name(out, "planes", QUANTITY_DIMENSIONLESS, "planes that take part in the step");
    record_integer(out, k.n);
    if (p->verbose)
        record_solver(s, e, &k, out);
    record_end(out);
}

static const char *own_name(const elem *e, int i)
{
    static const char *const NAMES[] = {"force x between node and mass", "force y between node and mass",
                                        "force z between node and mass"};
    (void)e;
    return NAMES[i];
}

static void sample(sampler *from, elem *e)
{
    static const own_kind KINDS[] = {OWN_ALGEBRAIC, OWN_ALGEBRAIC, OWN_ALGEBRAIC};
    static const elem *const NO_GRAVITY = NULL;
    nonsmooth *p = e->self;
    plane *one = ARENA_ARRAY(from->memory, plane, 1);
    *p = (nonsmooth){.of = sample_structural(from, 0),
                     .gravity = &NO_GRAVITY,
                     .mass = sample_real(from, 1, 2),
                     .radius = sample_real(from, 5, 9),
                     .theta = sample_real(from, 0.5, 1),
                     .gamma = 1.0,
                     .by = (constraint_type)sample_integer(from, 0, 2),
                     .n_planes = 1,
                     .plane = one};
    p->node = ARENA_ARRAY(from->memory, const node *, 1);
    const mat3 R = sample_rotation(from);
    *one = (plane){.of = sample_structural(from, 1),
                   .o = sample_vec3(from, 1.0),
                   .n = mat3_mulv(&R, (vec3){0, 0, 1}),
                   .restitution = sample_real(from, 0, 1),
                   .friction = sample_integer(from, 0, 1) * 0.3};
    one->at = list_node(p, one->of);
    e->n_own = 3;
    e->kinds = KINDS;
}

const elem_type nonsmooth_node_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "nonsmooth node",
    .grammar =
        "user defined: LABEL, nonsmooth node, NODE, mass, M, radius, RADIUS, planes, N, PLANE NODE, position, F, "
        "rotation orientation, R, restitution, E [, friction coefficient, MU], ... [, constraint type, { both "
        "| position | velocity }] [, theta, THETA] [, gamma, GAMMA] [, LCP solver, { lexico lemke | rpgs | qp | "
        "cpg | pgs | psor | nsqp | latin | latin_w | Newton_min | Newton_FB }] [, tolerance, X] [, max "
        "iterations, N] [, limit iterations, N] [, limit LCP iterations, N] [, verbose, BOOL]",
    .summary = "A point mass with the motion of a node, stopped by planes with restitution and friction.",
    .module = MODULE_NONSMOOTH_NODE,
    .size = sizeof(nonsmooth),
    .read = read,
    .connect = connect,
    .eval = eval,
    .memory = sizeof(nonsmooth_memory),
    .accept = accept,
    .output_row = output_row,
    .own_name = own_name,
    .sample = sample,
    .flags = ELEM_NOT_ASSEMBLED | ELEM_OUTER_FORCES | ELEM_WORKING,
};
