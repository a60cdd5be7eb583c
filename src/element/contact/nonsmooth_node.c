/* nonsmooth_node.c - a point mass with the motion of a node, stopped by planes with restitution and friction.
 *
 * The mass is integrated separately (Moreau's time stepping), from the motion x_k, v_k of the node:
 *
 *     m (v - v_k) = h (m g + t L + (1 - t) L_k) + P         x = x_k + h (t v + (1 - t) v_k)             t: theta
 *     node: -L,  and  v_node = v  (velocity, both)  or  x_node = x  (position)         L: three unknowns
 *
 * A plane is active in a step if the gap will be closed, gap_k + gamma h gap'_k <= 0. P = sum n p + d_j b_j then
 * solves, with the relative velocity u = v - v_plane (Newton's restitution; Stewart, Trinkle: Int. J. Numer. Meth.
 * Engng. 39, 1996; the friction cone is a pyramid whose first edge is the initial sliding direction)
 *
 *     0 <= n . u + e n . u_k        complementary to     p >= 0
 *     0 <= d_j . u + s              complementary to   b_j >= 0         twelve directions d_j
 *     0 <= mu p - sum b_j           complementary to     s >= 0
 *
 * by the method given in the deck (linalg/lcp.h); the basis of its solution gives the derivatives. Normals and arms are
 * those at the beginning of the step. As in MBDyn, P does not act on the planes.
 *
 * In the derivatives phase, where velocities are prescribed, the same equations with t = 1 over the small time c of
 * that phase give L and P / c, the force of planes that support the mass at rest; a plane that the mass runs into acts
 * in the first step. While the coefficient of that phase is being determined, the row is that of MBDyn: a step with L =
 * 0, which only a coefficient of 1 satisfies; momenta are then one step ahead. */
#include "contract/element.h"
#include "contract/sampler.h"
#include "contract/diag_rows.h"
#include "element/blocks.h"
#include "element/body/gravity.h"
#include "element/diag_rows.h"
#include "deck/named_values.h"
#include "linalg/lcp.h"
#include "model/frames.h"
#include "model/model.h"
#include "model/reading.h"
#include <stdlib.h>

typedef struct {
    const node *node;
    int first; /* first local column of its node */
    vec3 o, n; /* a point of the plane and its normal, in the frame of the node */
    double restitution, friction;
} plane;

typedef enum { BY_BOTH, BY_POSITION, BY_VELOCITY } constraint_type;

typedef struct {
    const node *owner;
    const elem *const *gravity;
    double mass, radius, theta, gamma;
    constraint_type type;
    bool verbose;
    lcp_options lcp;
    int n_planes, n_nodes;
    const plane *plane;
    const node **node; /* nodes of the planes, each once */
} nonsmooth;

/* Status of the solution for the impulses in the last step that had any. */
typedef struct {
    int has_touched, status, iterations;
    double error;
} nonsmooth_memory;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static int nonsmooth_node_rows_of(const node *node) { return node->has_rotation ? 6 : 3; }

/* Returns the local column of the node of a plane, which is added to the list if it is new. */
static int list_node(nonsmooth *nonsmooth, const node *of)
{
    int k = 0;
    while (k < nonsmooth->n_nodes && nonsmooth->node[k] != of)
        k++;
    if (k == nonsmooth->n_nodes)
        nonsmooth->node[nonsmooth->n_nodes++] = of;
    return nonsmooth_node_rows_of(nonsmooth->owner) + 3 + 6 * k;
}

static double read_coefficient(reader *reader, const char *what)
{
    const double v = read_not_negative(reader, what);
    if (read_ok(reader) && v > 1.0)
        read_error_last(reader, E_FRACTION_OPTION, what, v);
    return v;
}

static plane read_plane(reader *reader, nonsmooth *nonsmooth)
{
    plane one = {.node = read_structural_node(reader, "node of a plane")};
    const frame_context context = {.node_frame = one.node ? one.node->initial : NULL};
    read_word(reader, "position");
    one.o = read_position_rel(reader, &context, "position of a plane");
    read_word(reader, "rotation orientation");
    const mat3 R = read_orientation_rel(reader, &context, "orientation of a plane");
    one.n = mat3_mulv(&R, (vec3){0, 0, 1});
    read_word(reader, "restitution");
    one.restitution = read_coefficient(reader, "restitution");
    one.friction =
        read_keyword(reader, "friction coefficient") ? read_not_negative(reader, "friction coefficient") : 0.0;
    if (read_ok(reader))
        one.first = list_node(nonsmooth, one.node);
    return one;
}

static void read_planes(reader *reader, nonsmooth *nonsmooth)
{
    read_word(reader, "planes");
    const int n = read_count(reader, 1, "number of planes");
    plane *all = ARENA_ARRAY(reader_arena(reader), plane, n);
    nonsmooth->node = ARENA_ARRAY(reader_arena(reader), const node *, n);
    for (int i = 0; read_ok(reader) && i < n; i++)
        all[i] = read_plane(reader, nonsmooth);
    nonsmooth->plane = all;
    nonsmooth->n_planes = n;
}

/* A keyword of the card: its method, or the reason for a different one. */
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
    {"psor", LCP_GAUSS_SEIDEL, NULL}, /* its factor is 1 in Siconos too */
    {"nsqp", LCP_GAUSS_SEIDEL, "Siconos is built without its quadratic programs"},
    {"latin", LCP_SICONOS_LATIN, NULL},
    {"latin_w", LCP_SICONOS_LATIN_W, NULL},
    {"newton_min", LCP_SICONOS_NEWTON_MIN, NULL},
    {"newton_fb", LCP_SICONOS_NEWTON_FB, NULL},
};
enum { N_SOLVERS = sizeof SOLVERS / sizeof SOLVERS[0] };

static bool has_friction(const nonsmooth *nonsmooth)
{
    for (int i = 0; i < nonsmooth->n_planes; i++)
        if (nonsmooth->plane[i].friction > 0.0)
            return true;
    return false;
}

/* Returns NULL, or the reason why the solver cannot be used. */
static const char *why_not(const solver_word *one, const nonsmooth *nonsmooth)
{
    if (one->why || one->method == LCP_LEMKE || one->method == LCP_GAUSS_SEIDEL)
        return one->why;
    if (one->method != LCP_SICONOS_RPGS && has_friction(nonsmooth))
        return "it fails with friction";
    return lcp_is_there(one->method) ? NULL : "the library Siconos is not available";
}

static lcp_method read_method(reader *reader, const nonsmooth *nonsmooth)
{
    const char *words[N_SOLVERS + 1] = {NULL};
    for (int i = 0; i < N_SOLVERS; i++)
        words[i] = SOLVERS[i].word;
    const source_location here = read_place(reader);
    const int found = read_choice(reader, words, "LCP solver");
    if (found < 0)
        return LCP_LEMKE;
    const char *why = why_not(&SOLVERS[found], nonsmooth);
    if (!why)
        return SOLVERS[found].method;
    diag_report(reader_diag(reader), W_LCP_SOLVER, here, SOLVERS[found].word, why);
    return LCP_GAUSS_SEIDEL;
}

static lcp_options read_solver(reader *reader, const nonsmooth *nonsmooth)
{
    static const char *const LIMITS[] = {"limit iterations", "limit LCP iterations"};
    lcp_options options = {.tolerance = 1e-10};
    if (read_keyword(reader, "LCP solver"))
        options.method = read_method(reader, nonsmooth);
    source_location here = read_place(reader);
    if (read_keyword(reader, "tolerance")) {
        options.tolerance = read_positive(reader, "tolerance");
        if (read_ok(reader) && options.method == LCP_LEMKE)
            diag_report(reader_diag(reader), W_NO_EFFECT, here, "tolerance", "on pivots, which are exact");
    }
    if (read_keyword(reader, "max iterations"))
        options.most = read_integer_in(reader, 1, 1000000000, "max iterations");
    for (int i = 0; i < 2; i++) {
        here = read_place(reader);
        if (!read_keyword(reader, LIMITS[i]))
            continue;
        read_integer_in(reader, 1, 1000000000, LIMITS[i]);
        if (read_ok(reader))
            diag_report(reader_diag(reader), W_NO_EFFECT, here, LIMITS[i],
                        "on impulses, which are recomputed in every iteration of the step");
    }
    return options;
}

static void nonsmooth_node_read(reader *reader, elem *element)
{
    static const char *const TYPES[] = {"both", "position", "velocity", NULL};
    nonsmooth *nonsmooth = element->self;
    nonsmooth->owner = read_point_node(reader, "node");
    nonsmooth->gravity = &model_of(reader)->gravity;
    nonsmooth->mass = read_named_positive(reader, "mass");
    read_word(reader, "radius");
    nonsmooth->radius = read_not_negative(reader, "radius");
    if (read_ok(reader))
        read_planes(reader, nonsmooth);
    if (read_keyword(reader, "constraint type")) {
        const int by = read_choice(reader, TYPES, "constraint type");
        nonsmooth->type = by < 0 ? BY_BOTH : (constraint_type)by;
    }
    nonsmooth->theta = read_keyword(reader, "theta") ? read_coefficient(reader, "theta") : 0.5;
    if (read_ok(reader) && nonsmooth->theta == 0.0)
        read_error_last(reader, E_FRACTION_OPTION, "theta", nonsmooth->theta);
    nonsmooth->gamma = read_keyword(reader, "gamma") ? read_not_negative(reader, "gamma") : 1.0;
    nonsmooth->lcp = read_solver(reader, nonsmooth);
    nonsmooth->verbose = read_keyword(reader, "verbose") && read_bool(reader, "verbose");
    static const internal_kind KINDS[] = {INTERNAL_ALGEBRAIC, INTERNAL_ALGEBRAIC, INTERNAL_ALGEBRAIC};
    element->n_internal = 3;
    element->kinds = KINDS;
}

static void nonsmooth_node_connect(const elem *element, layout *layout)
{
    const nonsmooth *nonsmooth = element->self;
    const int internal = nonsmooth_node_rows_of(nonsmooth->owner);
    layout_node(layout, nonsmooth->owner);
    layout_internal(layout);
    for (int i = 0; i < nonsmooth->n_nodes; i++)
        layout_node(layout, nonsmooth->node[i]);
    layout_clear(layout);
    layout_full(layout, 0, 3, internal, 3);
    layout_full(layout, internal, 3, 0, 3);
    layout_full(layout, internal, 3, internal, 3 + 6 * nonsmooth->n_nodes);
}

/* --- impulses ----------------------------------------------------------------------------------------------------- */

enum {
    FEW = 6, /* planes touched at once for which the stack buffer suffices */
    DIRECTIONS = 12,
    PER_PLANE = DIRECTIONS + 2,
    FEW_ROWS = FEW * PER_PLANE,
};

/* A plane that is active in the step. */
typedef struct {
    const plane *plane;
    vec3 n, arm, v; /* normal; from its node to the contact point; velocity at that point */
} touch;

/* A row of the problem. u multiplies the velocities of mass and plane, and is also the direction of the impulse of its
 * unknown; it is zero in a row of s. */
typedef struct {
    vec3 u;
    double times; /* factor of the velocity of the plane: 1 + e for a normal */
    int touch;
} problem_row;

#define BYTES_OF_TOUCH (sizeof(touch) + sizeof(mat3))
#define BYTES_OF_ROWS(n)                                                                            \
    ((size_t)(n) * (sizeof(problem_row) + sizeof(double[2])) + ((size_t)(n) + 1) * sizeof(int[2]) + \
     ((size_t)(n) * (size_t)(n) + LCP_WORKSPACE(n)) * sizeof(double))

/* The mass at the end of its step. */
typedef struct {
    vec3 v, x, impulse, normal; /* normal: part of the impulse normal to the planes */
    int n;                      /* number of touched planes */
    touch *touches;
    mat3 by_free, *by_plane; /* derivatives of v with respect to the velocity without P and to those of the planes */
    int status, iterations;
    double error;
} moved;

/* Buffers for the touched planes and the problem of their impulses. */
typedef struct {
    problem_row *row;
    double *M, *q;
    int *block;
    lcp problem;
    void *many; /* heap block, NULL if `few` suffices */
    _Alignas(double) unsigned char few[FEW * BYTES_OF_TOUCH + BYTES_OF_ROWS(FEW_ROWS)];
} bench;

static vec3 plane_velocity(const pose *at, vec3 arm) { return vec3_add(at->v, vec3_cross(at->w, arm)); }

static bool is_at_start(const state *state) { return state->now == PHASE_DERIVATIVES && !state->finds_coefficient; }

/* Length of the time step. */
static double own_step(const state *state) { return is_at_start(state) ? state->dvalue : state->dt; }

/* In the derivatives phase, only planes that support the mass are active, not those from which it separates or into
 * which it runs. */
static bool is_touched(const state *state, const nonsmooth *nonsmooth, const plane *one, touch *t)
{
    const pose *const mine = &state->poses_prev[nonsmooth->owner->pose], *const then =
                                                                             &state->poses_prev[one->node->pose];
    const vec3 n = mat3_mulv(&then->R, one->n);
    const vec3 to = vec3_sub(mine->x, vec3_add(then->x, mat3_mulv(&then->R, one->o)));
    const vec3 arm = vec3_axpy(vec3_sub(mine->x, then->x), -nonsmooth->radius, n);
    const vec3 u = vec3_sub(mine->v, plane_velocity(then, arm));
    const double gap = vec3_dot(n, to) - nonsmooth->radius, opens = vec3_dot(n, u);
    *t = (touch){one, n, arm, plane_velocity(&state->poses[one->node->pose], arm)};
    if (is_at_start(state))
        return gap <= 0.0 && fabs(opens) <= 1e-10 * (1.0 + vec3_norm(u));
    return gap + nonsmooth->gamma * state->dt * opens <= 0.0;
}

static void *carve(unsigned char **from, size_t bytes)
{
    void *const here = *from;
    *from += (bytes + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    return here;
}

/* Sets up buffers for n planes with `rows` rows. */
static void bench_lay(bench *bench, moved *moved, int n, int rows)
{
    const size_t planes = (size_t)n, size = (size_t)rows;
    bench->many = n > FEW ? heap_resize(NULL, planes * BYTES_OF_TOUCH + BYTES_OF_ROWS(rows)) : NULL;
    unsigned char *from = bench->many ? bench->many : bench->few;
    moved->touches = carve(&from, planes * sizeof(touch));
    moved->by_plane = carve(&from, planes * sizeof(mat3));
    bench->row = carve(&from, size * sizeof(problem_row));
    bench->M = carve(&from, size * size * sizeof(double));
    bench->q = carve(&from, size * sizeof(double));
    bench->problem = (lcp){.M = bench->M, .q = bench->q, .z = carve(&from, size * sizeof(double))};
    bench->problem.workspace = carve(&from, LCP_WORKSPACE(rows) * sizeof(double));
    bench->problem.basic = carve(&from, size * sizeof(int));
    bench->block = carve(&from, size * sizeof(int));
    bench->problem.block = bench->block;
    for (int i = 0; i < n; i++)
        moved->by_plane[i] = (mat3){0};
}

static void bench_clear(bench *bench) { free(bench->many); }

static void find_touched(const state *state, const nonsmooth *nonsmooth, bench *bench, moved *moved)
{
    int n = 0, rows = 0;
    touch touch;
    for (int i = 0; i < nonsmooth->n_planes; i++)
        if (is_touched(state, nonsmooth, &nonsmooth->plane[i], &touch)) {
            n++;
            rows += touch.plane->friction > 0.0 ? PER_PLANE : 1;
        }
    bench_lay(bench, moved, n, rows);
    for (int i = 0; i < nonsmooth->n_planes && moved->n < n; i++)
        if (is_touched(state, nonsmooth, &nonsmooth->plane[i], &moved->touches[moved->n]))
            moved->n++;
}

/* The direction of sliding, or an arbitrary one normal to the normal. */
static vec3 first_direction(const touch *touch, vec3 v)
{
    const vec3 u = vec3_sub(v, touch->v), along = vec3_axpy(u, -vec3_dot(u, touch->n), touch->n);
    const double size = vec3_norm(along);
    if (size > 1e-12 * (1.0 + vec3_norm(u)))
        return vec3_scale(1.0 / size, along);
    const vec3 other = fabs(touch->n.x) < 0.7 ? (vec3){1, 0, 0} : (vec3){0, 1, 0}, d = vec3_cross(touch->n, other);
    return vec3_scale(1.0 / vec3_norm(d), d);
}

static void nonsmooth_node_add_row(bench *bench, problem_row row, double q)
{
    bench->row[bench->problem.n] = row;
    bench->q[bench->problem.n++] = q;
}

/* `began`: the direction of sliding relative to the plane at the start of the step. */
static void add_touch(bench *bench, const moved *moved, int i, vec3 v_k, vec3 began)
{
    const touch *touch = &moved->touches[i];
    const double e = touch->plane->restitution;
    const vec3 free = vec3_sub(moved->v, touch->v);
    bench->block[bench->problem.n] = touch->plane->friction > 0.0 ? PER_PLANE : 1;
    nonsmooth_node_add_row(bench, (problem_row){touch->n, 1.0 + e, i},
                           vec3_dot(touch->n, free) + e * vec3_dot(touch->n, vec3_sub(v_k, touch->v)));
    if (touch->plane->friction == 0.0)
        return;
    const vec3 second = vec3_cross(touch->n, began);
    for (int j = 0; j < DIRECTIONS; j++) {
        const double angle = 2.0 * M_PI * j / DIRECTIONS;
        const vec3 d = vec3_axpy(vec3_scale(cos(angle), began), sin(angle), second);
        nonsmooth_node_add_row(bench, (problem_row){d, 1.0, i}, vec3_dot(d, free));
    }
    nonsmooth_node_add_row(bench, (problem_row){.touch = i}, 0.0);
}

/* Impulses are divided by the mass. */
static void fill_matrix(bench *bench, const moved *moved)
{
    const int n = bench->problem.n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            bench->M[i * n + j] = vec3_dot(bench->row[i].u, bench->row[j].u);
    for (int first = 0; first < n; first += bench->block[first]) {
        const double mu = moved->touches[bench->row[first].touch].plane->friction;
        const int last = first + bench->block[first] - 1;
        if (last == first)
            continue;
        for (int j = first + 1; j < last; j++) {
            bench->M[j * n + last] = 1.0;
            bench->M[last * n + j] = -1.0;
        }
        bench->M[last * n + first] = mu;
    }
}

/* by_free = I + sum b_j dz_j/dq_k u_k';  with respect to the velocity of a plane: -sum b_j dz_j/dq_k (times u)_k' over
 * its rows */
static void derivatives(bench *bench, moved *moved)
{
    lcp_find_basis(&bench->problem);
    for (int j = 0; j < bench->problem.n; j++)
        for (int i = 0; i < bench->problem.n; i++) {
            const double derivative = lcp_derivative(&bench->problem, j, i);
            if (derivative == 0.0)
                continue;
            const mat3 D = mat3_outer(vec3_scale(derivative, bench->row[j].u), bench->row[i].u);
            const mat3 by = mat3_scale(-bench->row[i].times, &D);
            mat3 *const plane_derivative = &moved->by_plane[bench->row[i].touch];
            moved->by_free = mat3_add(&moved->by_free, &D);
            *plane_derivative = mat3_add(plane_derivative, &by);
        }
}

static void add_impulses(int n, const state *state, const elem *element, bench *bench, moved *moved)
{
    const nonsmooth *nonsmooth = element->self;
    const vec3 v_k = state->poses_prev[nonsmooth->owner->pose].v;
    for (int i = 0; i < moved->n; i++) {
        touch before = moved->touches[i];
        before.v = plane_velocity(&state->poses_prev[before.plane->node->pose], before.arm);
        add_touch(bench, moved, i, v_k, first_direction(&before, v_k));
    }
    fill_matrix(bench, moved);
    if (!lcp_solve(&bench->problem, &nonsmooth->lcp)) {
        state_fail(state, element->location, "nonsmooth node: cannot determine the impulses of the planes");
        return;
    }
    moved->status = bench->problem.status;
    moved->iterations = bench->problem.iterations;
    moved->error = bench->problem.error;
    for (int j = 0; j < bench->problem.n; j++) {
        const vec3 P = vec3_scale(nonsmooth->mass * bench->problem.z[j], bench->row[j].u);
        moved->impulse = vec3_add(moved->impulse, P);
        if (j == 0 || bench->row[j].touch != bench->row[j - 1].touch)
            moved->normal = vec3_add(moved->normal, P);
    }
    moved->v = vec3_axpy(moved->v, 1.0 / nonsmooth->mass, moved->impulse);
    if (n > 0)
        derivatives(bench, moved);
}

/* Weight of the force at the end of the step. */
static double part_of_now(const state *state, const nonsmooth *nonsmooth)
{
    const double sought = state->finds_coefficient ? 0.0 : nonsmooth->theta;
    return is_at_start(state) ? 1.0 : sought;
}

/* The result points to buffers of the bench. */
static moved move(int n, const state *state, const elem *element, bench *bench)
{
    const nonsmooth *nonsmooth = element->self;
    const pose *const then = &state->poses_prev[nonsmooth->owner->pose];
    const double theta = part_of_now(state, nonsmooth), h = own_step(state);
    const vec3 L = vec3_load(state->y + element->internal), L_k = vec3_load(state->y_prev + element->internal);
    const vec3 g = gravity_at(*nonsmooth->gravity, state, then->x, NULL);
    moved moved = {.by_free = MAT3_EYE};
    moved.v = vec3_axpy(then->v, h, g);
    moved.v = vec3_axpy(moved.v, h * theta / nonsmooth->mass, L);
    moved.v = vec3_axpy(moved.v, h * (1.0 - theta) / nonsmooth->mass, L_k);
    find_touched(state, nonsmooth, bench, &moved);
    if (moved.n > 0)
        add_impulses(n, state, element, bench, &moved);
    moved.x = vec3_axpy(vec3_axpy(then->x, h * nonsmooth->theta, moved.v), h * (1.0 - nonsmooth->theta), then->v);
    return moved;
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void plane_columns(const state *state, const moved *moved, double by, int internal, local *out)
{
    for (int i = 0; i < moved->n; i++) {
        const plane *one = moved->touches[i].plane;
        const mat3 arm = mat3_skew(moved->touches[i].arm), spin = spin_rate(state, &state->poses[one->node->pose]);
        const mat3 by_w = mat3_mul(&moved->by_plane[i], &arm), by_spin = mat3_mul(&by_w, &spin);
        local_block(out, internal, one->first, -by * state->drate, &moved->by_plane[i]);
        local_block(out, internal, one->first + 3, by, &by_spin);
    }
}

/* Rows of positions are divided by the time step. */
static void step_rows(int lanes, const state *state, const elem *element, int internal, local *out)
{
    const nonsmooth *nonsmooth = element->self;
    const bool at_position = nonsmooth->type == BY_POSITION && !is_at_start(state);
    const pose *const now = &state->poses[nonsmooth->owner->pose];
    bench bench;
    const moved moved = move(lanes, state, element, &bench);
    const vec3 apart = at_position ? vec3_scale(1.0 / state->dt, vec3_sub(now->x, moved.x)) : vec3_sub(now->v, moved.v);
    vec3_store(out->r + internal, apart);
    if (lanes > 0) {
        const double part = at_position ? nonsmooth->theta : 1.0;
        local_block(out, internal, 0, at_position ? state->dvalue / state->dt : state->drate, &MAT3_EYE);
        local_block(out, internal, internal, -part * own_step(state) * part_of_now(state, nonsmooth) / nonsmooth->mass,
                    &moved.by_free);
        plane_columns(state, &moved, part, internal, out);
    }
    bench_clear(&bench);
}

static void nonsmooth_node_eval(int lanes, const state *state, const elem *element, local *out)
{
    const nonsmooth *nonsmooth = element->self;
    const int internal = nonsmooth_node_rows_of(nonsmooth->owner);
    vec3_store(out->r, vec3_scale(-1.0, vec3_load(state->y + element->internal)));
    if (lanes > 0)
        local_block(out, 0, internal, -1.0, &MAT3_EYE);
    step_rows(lanes, state, element, internal, out);
}

static void nonsmooth_node_accept(const state *state, const elem *element, memory_block *to)
{
    nonsmooth_memory *memory = memory_at(to, element->memory);
    bench bench;
    const moved moved = move(0, state, element, &bench);
    if (moved.n > 0)
        *memory = (nonsmooth_memory){true, moved.status, moved.iterations, moved.error};
    bench_clear(&bench);
}

/* --- events ------------------------------------------------------------------------------------------------------- */

enum { GAP, SLIDING, EVENTS };

/* A plane and the contact point of the mass on it, at one instant. */
typedef struct {
    double gap;
    vec3 n, u; /* normal; velocity of the mass relative to the plane */
} encounter;

static encounter encounter_at(const pose *poses, const nonsmooth *nonsmooth, const plane *one)
{
    const pose *const mine = &poses[nonsmooth->owner->pose], *const other = &poses[one->node->pose];
    const vec3 n = mat3_mulv(&other->R, one->n);
    const vec3 to = vec3_sub(mine->x, vec3_add(other->x, mat3_mulv(&other->R, one->o)));
    const vec3 arm = vec3_axpy(vec3_sub(mine->x, other->x), -nonsmooth->radius, n);
    return (encounter){vec3_dot(n, to) - nonsmooth->radius, n, vec3_sub(mine->v, plane_velocity(other, arm))};
}

static vec3 tangential(const encounter *at) { return vec3_axpy(at->u, -vec3_dot(at->u, at->n), at->n); }

static int nonsmooth_node_events(const elem *element) { return EVENTS * ((const nonsmooth *)element->self)->n_planes; }

/* Positions are known to this length. */
static double rounding(const state *state, const nonsmooth *nonsmooth)
{
    return 1e-13 * (nonsmooth->radius + vec3_norm(state->poses[nonsmooth->owner->pose].x));
}

/* A gap is closed when the mass touches the plane, or when the step was solved as if it did; sliding is over when the
 * velocity along the plane vanishes or is reversed. */
static double nonsmooth_node_event(const state *state, const elem *element, int index)
{
    const nonsmooth *nonsmooth = element->self;
    const plane *one = &nonsmooth->plane[index / EVENTS];
    const encounter now = encounter_at(state->poses, nonsmooth, one),
                    then = encounter_at(state->poses_prev, nonsmooth, one);
    const double closing = then.gap + nonsmooth->gamma * state->dt * vec3_dot(then.n, then.u),
                 touching = rounding(state, nonsmooth);
    if (index % EVENTS == GAP)
        return (closing <= 0.0 ? fmin(closing, now.gap) : now.gap) - touching;
    if (then.gap > touching || one->friction == 0.0)
        return 1.0;
    const vec3 sliding = tangential(&now), before = tangential(&then);
    const double speed = vec3_norm(before);
    return speed > 0.0 ? vec3_dot(sliding, before) / speed - 1e-8 * speed : vec3_norm(sliding);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static void record_solver(const state *state, const elem *element, const moved *moved, record *out)
{
    const nonsmooth *nonsmooth = element->self;
    const nonsmooth_memory *memory = remembered(state, element->memory);
    const vec3 apart = vec3_sub(moved->x, state->poses[nonsmooth->owner->pose].x), none = {0, 0, 0};
    record_name(out, "mu", QUANTITY_LENGTH,
                "position of the mass minus that of the node, with velocities held together");
    record_vec3(out, nonsmooth->type == BY_BOTH ? apart : none);
    record_name(out, "status", QUANTITY_DIMENSIONLESS,
                "how the last impulses were found: 0, by the solver; else by pivots, as it has failed, 1: within its "
                "iterations");
    record_integer(out, memory->status);
    record_name(out, "error", QUANTITY_DIMENSIONLESS,
                "what the solver has left of the problem of the impulses: 0, pivots are exact");
    record_real(out, memory->error);
    record_name(out, "iterations", QUANTITY_DIMENSIONLESS, "of the solver: 0, pivots need none; -1: no plane yet");
    record_integer(out, memory->has_touched ? memory->iterations : -1);
}

static void nonsmooth_node_output_row(const state *state, const elem *element, record *out)
{
    const nonsmooth *nonsmooth = element->self;
    bench bench;
    const moved moved = move(0, state, element, &bench);
    record_begin(out, element->label);
    record_name(out, "P", QUANTITY_MOMENTUM, "impulse of the planes on the mass");
    record_vec3(out, moved.impulse);
    record_name(out, "X", QUANTITY_LENGTH, "position of the mass");
    record_vec3(out, moved.x);
    record_name(out, "XP", QUANTITY_VELOCITY, "velocity of the mass");
    record_vec3(out, moved.v);
    record_name(out, "F", QUANTITY_FORCE, "force of the node on the mass");
    record_vec3(out, vec3_load(state->y + element->internal));
    record_name(out, "Pn", QUANTITY_MOMENTUM, "size of the impulse at right angles to the planes");
    record_real(out, vec3_norm(moved.normal));
    record_name(out, "planes", QUANTITY_DIMENSIONLESS, "planes that take part in the step");
    record_integer(out, moved.n);
    if (nonsmooth->verbose)
        record_solver(state, element, &moved, out);
    record_end(out);
    bench_clear(&bench);
}

static const char *nonsmooth_node_internal_name(const elem *element, int i)
{
    static const char *const NAMES[] = {"force x between node and mass", "force y between node and mass",
                                        "force z between node and mass"};
    (void)element;
    return NAMES[i];
}

static void nonsmooth_node_sample(sampler *from, elem *element)
{
    static const internal_kind KINDS[] = {INTERNAL_ALGEBRAIC, INTERNAL_ALGEBRAIC, INTERNAL_ALGEBRAIC};
    static const elem *const NO_GRAVITY = NULL;
    nonsmooth *p = element->self;
    plane *one = ARENA_ARRAY(from->memory, plane, 1);
    *p = (nonsmooth){.owner = sample_structural(from, 0),
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
    element->n_internal = 3;
    element->kinds = KINDS;
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
    .history = &(const elem_history){.memory = sizeof(nonsmooth_memory),
                                     .accept = nonsmooth_node_accept,
                                     .events = nonsmooth_node_events,
                                     .event = nonsmooth_node_event},
    .output = nonsmooth_node_output_row,
    .internal_name = nonsmooth_node_internal_name,
    .sample = nonsmooth_node_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.external_forces = true, .reactions_work = true},
};
