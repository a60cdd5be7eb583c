/* nonsmooth_node.c - a point mass with the motion of a node, stopped by planes with restitution and friction.
 *
 * The mass has a time step of its own (Moreau), which starts from the motion x_k, v_k of the node:
 *
 *     m (v - v_k) = h (m g + t L + (1 - t) L_k) + P         x = x_k + h (t v + (1 - t) v_k)             t: theta
 *     node: -L,  and  v_node = v  (velocity, both)  or  x_node = x  (position)         L: three unknowns
 *
 * A plane takes part in a step if the gap will be closed, gap_k + gamma h gap'_k <= 0. P = sum n p + d_j b_j then
 * solves, with the velocity u = v - v_plane there (Newton's restitution; Stewart, Trinkle: Int. J. Numer. Meth. Engng.
 * 39, 1996; the friction cone is a pyramid whose first edge is the initial sliding direction)
 *
 *     0 <= n . u + e n . u_k        complementary to     p >= 0
 *     0 <= d_j . u + s              complementary to   b_j >= 0         twelve directions d_j
 *     0 <= mu p - sum b_j           complementary to     s >= 0
 *
 * by the method of the deck (linalg/lcp.h); the basis of its solution gives the derivatives. Normals and arms are those
 * at the beginning of the step. As in MBDyn, P does not act on the planes.
 *
 * In the derivatives phase, where velocities are prescribed, the same equations with t = 1 over the small time c of
 * that phase give L and P / c, the force of planes that support the mass at rest; a plane that the mass runs into acts
 * in the first step. While the coefficient of that phase is being determined, the row is that of MBDyn: a step with L =
 * 0, which only a coefficient of 1 satisfies; momenta are then one step ahead. */
#include "contract/element.h"
#include "contract/sampler.h"
#include "contract/diag_rows.h"
#include "element/body/gravity.h"
#include "element/diag_rows.h"
#include "deck/named_values.h"
#include "linalg/lcp.h"
#include "model/frames.h"
#include "model/model.h"
#include "model/reading.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    const node *node;
    int first; /* first local column of its node */
    vec3 o, n; /* a point of it and its normal, in the frame of the node */
    double restitution, friction;
} plane;

typedef enum { BY_BOTH, BY_POSITION, BY_VELOCITY } constraint_type;

typedef struct {
    const node *of;
    const elem *const *gravity;
    double mass, radius, theta, gamma;
    constraint_type type;
    bool verbose;
    lcp_options lcp;
    int n_planes, n_nodes;
    const plane *plane;
    const node **node; /* of the planes, each once */
} nonsmooth;

/* How the impulses were found in the last step that had any. */
typedef struct {
    int has_touched, status, iterations;
    double error;
} nonsmooth_memory;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static int nonsmooth_node_rows_of(const node *n) { return n->has_rotation ? 6 : 3; }

/* Local column of the node of a plane, which is listed the first time it comes. */
static int list_node(nonsmooth *p, const node *of)
{
    int k = 0;
    while (k < p->n_nodes && p->node[k] != of)
        k++;
    if (k == p->n_nodes)
        p->node[p->n_nodes++] = of;
    return nonsmooth_node_rows_of(p->of) + 3 + 6 * k;
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
    plane one = {.node = read_structural_node(r, "node of a plane")};
    const frame_context c = {.own = one.node ? one.node->initial : NULL};
    read_word(r, "position");
    one.o = read_position_rel(r, &c, "position of a plane");
    read_word(r, "rotation orientation");
    const mat3 R = read_orientation_rel(r, &c, "orientation of a plane");
    one.n = mat3_mulv(&R, (vec3){0, 0, 1});
    read_word(r, "restitution");
    one.restitution = read_coefficient(r, "restitution");
    one.friction = read_keyword(r, "friction coefficient") ? read_not_negative(r, "friction coefficient") : 0.0;
    if (read_ok(r))
        one.first = list_node(p, one.node);
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

/* A word of the card: the method; why it is another one. */
typedef struct {
    const char *word;
    lcp_method method;
    const char *why;
} solver_word;

static const solver_word SOLVERS[] = {
    {"lexico lemke", LCP_LEMKE, NULL},
    {"rpgs", LCP_SICONOS_RPGS, NULL},
    {"qp", LCP_GAUSS_SEIDEL, "Siconos is built without its quadratic programs"},
    {"cpg", LCP_SICONOS_CPG, NULL},
    {"pgs", LCP_GAUSS_SEIDEL, NULL},
    {"psor", LCP_GAUSS_SEIDEL, NULL}, /* its factor is 1 in Siconos as well */
    {"nsqp", LCP_GAUSS_SEIDEL, "Siconos is built without its quadratic programs"},
    {"latin", LCP_SICONOS_LATIN, NULL},
    {"latin_w", LCP_SICONOS_LATIN_W, NULL},
    {"newton_min", LCP_SICONOS_NEWTON_MIN, NULL},
    {"newton_fb", LCP_SICONOS_NEWTON_FB, NULL},
};
enum { N_SOLVERS = sizeof SOLVERS / sizeof SOLVERS[0] };

static bool has_friction(const nonsmooth *p)
{
    for (int i = 0; i < p->n_planes; i++)
        if (p->plane[i].friction > 0.0)
            return true;
    return false;
}

/* NULL, or why the solver cannot be used. */
static const char *why_not(const solver_word *one, const nonsmooth *p)
{
    if (one->why || one->method == LCP_LEMKE || one->method == LCP_GAUSS_SEIDEL)
        return one->why;
    if (one->method != LCP_SICONOS_RPGS && has_friction(p))
        return "it fails with friction";
    return lcp_is_there(one->method) ? NULL : "the library Siconos is not there";
}

static lcp_method read_method(reader *r, const nonsmooth *p)
{
    const char *words[N_SOLVERS + 1] = {NULL};
    for (int i = 0; i < N_SOLVERS; i++)
        words[i] = SOLVERS[i].word;
    const place here = read_place(r);
    const int found = read_choice(r, words, "LCP solver");
    if (found < 0)
        return LCP_LEMKE;
    const char *why = why_not(&SOLVERS[found], p);
    if (!why)
        return SOLVERS[found].method;
    diag_report(reader_diag(r), W_LCP_SOLVER, here, SOLVERS[found].word, why);
    return LCP_GAUSS_SEIDEL;
}

static lcp_options read_solver(reader *r, const nonsmooth *p)
{
    static const char *const LIMITS[] = {"limit iterations", "limit LCP iterations"};
    lcp_options o = {.tolerance = 1e-10};
    if (read_keyword(r, "LCP solver"))
        o.method = read_method(r, p);
    place here = read_place(r);
    if (read_keyword(r, "tolerance")) {
        o.tolerance = read_positive(r, "tolerance");
        if (read_ok(r) && o.method == LCP_LEMKE)
            diag_report(reader_diag(r), W_NO_EFFECT, here, "tolerance", "on pivots, which are exact");
    }
    if (read_keyword(r, "max iterations"))
        o.most = read_integer_in(r, 1, 1000000000, "max iterations");
    for (int i = 0; i < 2; i++) {
        here = read_place(r);
        if (!read_keyword(r, LIMITS[i]))
            continue;
        read_integer_in(r, 1, 1000000000, LIMITS[i]);
        if (read_ok(r))
            diag_report(reader_diag(r), W_NO_EFFECT, here, LIMITS[i],
                        "on impulses, which are found anew in every iteration of the step");
    }
    return o;
}

static void nonsmooth_node_read(reader *r, elem *e)
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
        p->type = by < 0 ? BY_BOTH : (constraint_type)by;
    }
    p->theta = read_keyword(r, "theta") ? read_coefficient(r, "theta") : 0.5;
    if (read_ok(r) && p->theta == 0.0)
        read_error_last(r, E_FRACTION_OPTION, "theta", p->theta);
    p->gamma = read_keyword(r, "gamma") ? read_not_negative(r, "gamma") : 1.0;
    p->lcp = read_solver(r, p);
    p->verbose = read_keyword(r, "verbose") && read_bool(r, "verbose");
    static const own_kind KINDS[] = {OWN_ALGEBRAIC, OWN_ALGEBRAIC, OWN_ALGEBRAIC};
    e->n_own = 3;
    e->kinds = KINDS;
}

static void nonsmooth_node_connect(const elem *e, layout *l)
{
    const nonsmooth *p = e->self;
    const int own = nonsmooth_node_rows_of(p->of);
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
    FEW = 6, /* planes touched at once, for which there is room on the stack */
    DIRECTIONS = 12,
    PER_PLANE = DIRECTIONS + 2,
    FEW_ROWS = FEW * PER_PLANE,
};

/* A plane that takes part in the step. */
typedef struct {
    const plane *plane;
    vec3 n, arm, v; /* normal; from its node to where it is touched; velocity there */
} touch;

/* A row of the problem: what it multiplies, the velocities of mass and plane, which is the impulse of its unknown as
 * well. A row of s has none. */
typedef struct {
    vec3 u;
    double times; /* the velocity of the plane enters so often: 1 + e of a normal */
    int touch;
} problem_row;

#define BYTES_OF_TOUCH (sizeof(touch) + sizeof(mat3))
#define BYTES_OF_ROWS(n)                                                                            \
    ((size_t)(n) * (sizeof(problem_row) + sizeof(double[2])) + ((size_t)(n) + 1) * sizeof(int[2]) + \
     ((size_t)(n) * (size_t)(n) + LCP_ROOM(n)) * sizeof(double))

/* The mass at the end of its step. */
typedef struct {
    vec3 v, x, impulse, normal; /* normal: part of the impulse at right angles to the planes */
    int n;                      /* planes that are touched */
    touch *touches;
    mat3 by_free, *by_plane; /* derivatives of v, by the velocity without P and by those of the planes */
    int status, iterations;
    double error;
} moved;

/* Where the planes that are touched, and the problem of their impulses, are while it is solved. */
typedef struct {
    problem_row *row;
    double *M, *q;
    int *block;
    lcp l;
    void *many; /* NULL: there are few */
    _Alignas(double) unsigned char few[FEW * BYTES_OF_TOUCH + BYTES_OF_ROWS(FEW_ROWS)];
} bench;

static vec3 plane_velocity(const pose *at, vec3 arm) { return vec3_add(at->v, vec3_cross(at->w, arm)); }

static bool is_at_start(const state *s) { return s->now == PHASE_DERIVATIVES && !s->seeks; }

/* The time that passes in the step. */
static double own_step(const state *s) { return is_at_start(s) ? s->dvalue : s->dt; }

/* At the start, planes act that bear the mass, not those that it leaves or runs into. */
static bool is_touched(const state *s, const nonsmooth *p, const plane *one, touch *t)
{
    const pose *const mine = &s->at_prev[p->of->pose], *const then = &s->at_prev[one->node->pose];
    const vec3 n = mat3_mulv(&then->R, one->n);
    const vec3 to = vec3_sub(mine->x, vec3_add(then->x, mat3_mulv(&then->R, one->o)));
    const vec3 arm = vec3_axpy(vec3_sub(mine->x, then->x), -p->radius, n);
    const vec3 u = vec3_sub(mine->v, plane_velocity(then, arm));
    const double gap = vec3_dot(n, to) - p->radius, opens = vec3_dot(n, u);
    *t = (touch){one, n, arm, plane_velocity(&s->poses[one->node->pose], arm)};
    if (is_at_start(s))
        return gap <= 0.0 && fabs(opens) <= 1e-10 * (1.0 + vec3_norm(u));
    return gap + p->gamma * s->dt * opens <= 0.0;
}

static void *carve(unsigned char **from, size_t bytes)
{
    void *const here = *from;
    *from += (bytes + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    return here;
}

/* Makes room for n planes with so many rows. */
static void bench_lay(bench *b, moved *k, int n, int rows)
{
    const size_t planes = (size_t)n, size = (size_t)rows;
    b->many = n > FEW ? heap_resize(NULL, planes * BYTES_OF_TOUCH + BYTES_OF_ROWS(rows)) : NULL;
    unsigned char *from = b->many ? b->many : b->few;
    k->touches = carve(&from, planes * sizeof(touch));
    k->by_plane = carve(&from, planes * sizeof(mat3));
    b->row = carve(&from, size * sizeof(problem_row));
    b->M = carve(&from, size * size * sizeof(double));
    b->q = carve(&from, size * sizeof(double));
    b->l = (lcp){.M = b->M, .q = b->q, .z = carve(&from, size * sizeof(double))};
    b->l.room = carve(&from, LCP_ROOM(rows) * sizeof(double));
    b->l.basic = carve(&from, size * sizeof(int));
    b->block = carve(&from, size * sizeof(int));
    b->l.block = b->block;
    for (int i = 0; i < n; i++)
        k->by_plane[i] = (mat3){0};
}

static void bench_clear(bench *b) { free(b->many); }

static void find_touched(const state *s, const nonsmooth *p, bench *b, moved *k)
{
    int n = 0, rows = 0;
    touch t;
    for (int i = 0; i < p->n_planes; i++)
        if (is_touched(s, p, &p->plane[i], &t)) {
            n++;
            rows += t.plane->friction > 0.0 ? PER_PLANE : 1;
        }
    bench_lay(b, k, n, rows);
    for (int i = 0; i < p->n_planes && k->n < n; i++)
        if (is_touched(s, p, &p->plane[i], &k->touches[k->n]))
            k->n++;
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

static void nonsmooth_node_add_row(bench *b, problem_row row, double q)
{
    b->row[b->l.n] = row;
    b->q[b->l.n++] = q;
}

/* `began`: the sliding at the beginning of the step, against the plane as it was. */
static void add_touch(bench *b, const moved *k, int i, vec3 v_k, vec3 began)
{
    const touch *t = &k->touches[i];
    const double e = t->plane->restitution;
    const vec3 free = vec3_sub(k->v, t->v);
    b->block[b->l.n] = t->plane->friction > 0.0 ? PER_PLANE : 1;
    nonsmooth_node_add_row(b, (problem_row){t->n, 1.0 + e, i},
                           vec3_dot(t->n, free) + e * vec3_dot(t->n, vec3_sub(v_k, t->v)));
    if (t->plane->friction == 0.0)
        return;
    const vec3 second = vec3_cross(t->n, began);
    for (int j = 0; j < DIRECTIONS; j++) {
        const double angle = 2.0 * M_PI * j / DIRECTIONS;
        const vec3 d = vec3_axpy(vec3_scale(cos(angle), began), sin(angle), second);
        nonsmooth_node_add_row(b, (problem_row){d, 1.0, i}, vec3_dot(d, free));
    }
    nonsmooth_node_add_row(b, (problem_row){.touch = i}, 0.0);
}

/* Impulses are divided by the mass. */
static void fill_matrix(bench *b, const moved *k)
{
    const int n = b->l.n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b->M[i * n + j] = vec3_dot(b->row[i].u, b->row[j].u);
    for (int first = 0; first < n; first += b->block[first]) {
        const double mu = k->touches[b->row[first].touch].plane->friction;
        const int last = first + b->block[first] - 1;
        if (last == first)
            continue;
        for (int j = first + 1; j < last; j++) {
            b->M[j * n + last] = 1.0;
            b->M[last * n + j] = -1.0;
        }
        b->M[last * n + first] = mu;
    }
}

/* by_free = I + sum b_j dz_j/dq_k u_k';  by the velocity of a plane: -sum b_j dz_j/dq_k (times u)_k' over its rows */
static void slopes(bench *b, moved *k)
{
    lcp_find_basis(&b->l);
    for (int j = 0; j < b->l.n; j++)
        for (int i = 0; i < b->l.n; i++) {
            const double slope = lcp_slope(&b->l, j, i);
            if (slope == 0.0)
                continue;
            const mat3 D = mat3_outer(vec3_scale(slope, b->row[j].u), b->row[i].u);
            const mat3 by = mat3_scale(-b->row[i].times, &D);
            mat3 *const plane_slope = &k->by_plane[b->row[i].touch];
            k->by_free = mat3_add(&k->by_free, &D);
            *plane_slope = mat3_add(plane_slope, &by);
        }
}

static void add_impulses(int n, const state *s, const elem *e, bench *b, moved *k)
{
    const nonsmooth *p = e->self;
    const vec3 v_k = s->at_prev[p->of->pose].v;
    for (int i = 0; i < k->n; i++) {
        touch before = k->touches[i];
        before.v = plane_velocity(&s->at_prev[before.plane->node->pose], before.arm);
        add_touch(b, k, i, v_k, first_direction(&before, v_k));
    }
    fill_matrix(b, k);
    if (!lcp_solve(&b->l, &p->lcp)) {
        state_fail(s, e->where, "nonsmooth node: no impulses of the planes are found");
        return;
    }
    k->status = b->l.status;
    k->iterations = b->l.iterations;
    k->error = b->l.error;
    for (int j = 0; j < b->l.n; j++) {
        const vec3 P = vec3_scale(p->mass * b->l.z[j], b->row[j].u);
        k->impulse = vec3_add(k->impulse, P);
        if (j == 0 || b->row[j].touch != b->row[j - 1].touch)
            k->normal = vec3_add(k->normal, P);
    }
    k->v = vec3_axpy(k->v, 1.0 / p->mass, k->impulse);
    if (n > 0)
        slopes(b, k);
}

/* How much of the force at the end of the step counts. */
static double part_of_now(const state *s, const nonsmooth *p)
{
    const double sought = s->seeks ? 0.0 : p->theta;
    return is_at_start(s) ? 1.0 : sought;
}

/* What it points to is on the bench. */
static moved move(int n, const state *s, const elem *e, bench *b)
{
    const nonsmooth *p = e->self;
    const pose *const then = &s->at_prev[p->of->pose];
    const double theta = part_of_now(s, p), h = own_step(s);
    const vec3 L = vec3_load(s->y + e->own), L_k = vec3_load(s->y_prev + e->own);
    const vec3 g = gravity_at(*p->gravity, s, then->x, NULL);
    moved k = {.by_free = MAT3_EYE};
    k.v = vec3_axpy(then->v, h, g);
    k.v = vec3_axpy(k.v, h * theta / p->mass, L);
    k.v = vec3_axpy(k.v, h * (1.0 - theta) / p->mass, L_k);
    find_touched(s, p, b, &k);
    if (k.n > 0)
        add_impulses(n, s, e, b, &k);
    k.x = vec3_axpy(vec3_axpy(then->x, h * p->theta, k.v), h * (1.0 - p->theta), then->v);
    return k;
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void plane_columns(const state *s, const moved *k, double by, int own, local *out)
{
    for (int i = 0; i < k->n; i++) {
        const plane *one = k->touches[i].plane;
        const mat3 arm = mat3_skew(k->touches[i].arm), turn = mat3_skew(s->poses[one->node->pose].w_ref);
        mat3 spin = mat3_scale(-s->dvalue, &turn);
        for (int d = 0; d < 3; d++)
            spin.e[d][d] += s->drate;
        const mat3 by_w = mat3_mul(&k->by_plane[i], &arm), by_spin = mat3_mul(&by_w, &spin);
        local_block(out, own, one->first, -by * s->drate, &k->by_plane[i]);
        local_block(out, own, one->first + 3, by, &by_spin);
    }
}

/* Rows of positions are divided by the step. */
static void step_rows(int n, const state *s, const elem *e, int own, local *out)
{
    const nonsmooth *p = e->self;
    const bool at_position = p->type == BY_POSITION && !is_at_start(s);
    const pose *const now = &s->poses[p->of->pose];
    bench b;
    const moved k = move(n, s, e, &b);
    const vec3 apart = at_position ? vec3_scale(1.0 / s->dt, vec3_sub(now->x, k.x)) : vec3_sub(now->v, k.v);
    vec3_store(out->r + own, apart);
    if (n > 0) {
        const double part = at_position ? p->theta : 1.0;
        local_block(out, own, 0, at_position ? s->dvalue / s->dt : s->drate, &MAT3_EYE);
        local_block(out, own, own, -part * own_step(s) * part_of_now(s, p) / p->mass, &k.by_free);
        plane_columns(s, &k, part, own, out);
    }
    bench_clear(&b);
}

static void nonsmooth_node_eval(int n, const state *s, const elem *e, local *out)
{
    const nonsmooth *p = e->self;
    const int own = nonsmooth_node_rows_of(p->of);
    vec3_store(out->r, vec3_scale(-1.0, vec3_load(s->y + e->own)));
    if (n > 0)
        local_block(out, 0, own, -1.0, &MAT3_EYE);
    step_rows(n, s, e, own, out);
}

static void nonsmooth_node_accept(const state *s, const elem *e, memory_block *to)
{
    nonsmooth_memory *m = memory_at(to, e->memory);
    bench b;
    const moved k = move(0, s, e, &b);
    if (k.n > 0)
        *m = (nonsmooth_memory){true, k.status, k.iterations, k.error};
    bench_clear(&b);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static void record_solver(const state *s, const elem *e, const moved *k, record *out)
{
    const nonsmooth *p = e->self;
    const nonsmooth_memory *m = remembered(s, e->memory);
    const vec3 apart = vec3_sub(k->x, s->poses[p->of->pose].x), none = {0, 0, 0};
    record_name(out, "mu", QUANTITY_LENGTH,
                "position of the mass minus that of the node, with velocities held together");
    record_vec3(out, p->type == BY_BOTH ? apart : none);
    record_name(out, "status", QUANTITY_DIMENSIONLESS,
                "how the last impulses were found: 0, by the solver; else by pivots, as it has failed, 1: within its "
                "iterations");
    record_integer(out, m->status);
    record_name(out, "error", QUANTITY_DIMENSIONLESS,
                "what the solver has left of the problem of the impulses: 0, pivots are exact");
    record_real(out, m->error);
    record_name(out, "iterations", QUANTITY_DIMENSIONLESS, "of the solver: 0, pivots need none; -1: no plane yet");
    record_integer(out, m->has_touched ? m->iterations : -1);
}

static void nonsmooth_node_output_row(const state *s, const elem *e, record *out)
{
    const nonsmooth *p = e->self;
    bench b;
    const moved k = move(0, s, e, &b);
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
    bench_clear(&b);
}

static const char *nonsmooth_node_own_name(const elem *e, int i)
{
    static const char *const NAMES[] = {"force x between node and mass", "force y between node and mass",
                                        "force z between node and mass"};
    (void)e;
    return NAMES[i];
}

static void nonsmooth_node_sample(sampler *from, elem *e)
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
                     .lcp = {.method = (lcp_method)sample_integer(from, 0, 1), .tolerance = 1e-14},
                     .type = (constraint_type)sample_integer(from, 0, 2),
                     .n_planes = 1,
                     .plane = one};
    p->node = ARENA_ARRAY(from->memory, const node *, 1);
    const mat3 R = sample_rotation(from);
    *one = (plane){.node = sample_structural(from, 1),
                   .o = sample_vec3(from, 1.0),
                   .n = mat3_mulv(&R, (vec3){0, 0, 1}),
                   .restitution = sample_real(from, 0, 1),
                   .friction = sample_integer(from, 0, 1) * 0.3};
    one->first = list_node(p, one->node);
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
    .read = nonsmooth_node_read,
    .connect = nonsmooth_node_connect,
    .eval = nonsmooth_node_eval,
    .history = &(const elem_history){.memory = sizeof(nonsmooth_memory), .accept = nonsmooth_node_accept},
    .output = nonsmooth_node_output_row,
    .own_name = nonsmooth_node_own_name,
    .sample = nonsmooth_node_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.external_forces = true, .reactions_work = true},
};
