/* reduce.c - component modes by Craig and Bampton (AIAA Journal 6, 1968), from the linear equations at a state.
 *
 *     K q + C' l = f,   C q = 0        q: motions of the nodes, l: multipliers of joints and supports
 *
 *     static shapes     K q + C' l = 0, with one degree of freedom of an interface at 1 and the others at 0
 *     normal modes      (K - w^2 M) q + C' l = 0, with all of them at 0
 *     X                 both; reduced matrices X' M X, X' K X
 *
 * Inertia, with T and R the rigid-body motions with unit velocities along and about axes at the origin, U the
 * displacements of X, W = M U, f the positions:
 *
 *     mass, S, J   from T' M T, T' M R, R' M R          I3 = T' M X           I4 = R' M X
 *     I8 = - sum f x W_k x                              I5 = sum U_j x W_k    I9 = sum U_j x W_k x
 *
 * Stress stiffening, for each inertia force or load s on an interface, with only the origin held:
 *
 *     K q_s + C' l_s = s,   K0 = X' (K(e q_s, e l_s) - K(-e q_s, -e l_s)) X / 2 e
 *     s = - M a:  a = w x (w x f) for products of w, w' x f, and accelerations
 *
 * An interface that is held has a row q = 0 instead of its balance. */
#include "problem/reduce.h"
#include "math/inertia.h"
#include "problem/diag_rows.h"
#include "problem/eigen.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const source_location NOWHERE = {0, 0, 0};

/* A degree of freedom of a node. */
typedef struct {
    const node *node;
    int axis;                  /* 0-2 displacement, 3-5 rotation */
    int column, row, momentum; /* unknown; rows of its balance and its momentum, -1 if there is none */
    bool is_prescribed;
} freedom;

typedef struct {
    const reduce_options *options;
    const model *model;
    equations *equations;
    solution *solution;
    arena *memory;
    eigen_pencil eigen_pencil;
    freedom *freedoms;
    int n;
    int *of_column, *of_row, *of_momentum; /* degrees of freedom by unknown and by row; -1 if there is none */
    csc *matrix;
    linear *solver;
    double *full; /* workspace, one number per unknown */
    double *X;    /* n numbers per shape */
    int n_shapes;
} reducing;

static diag *errors_of(const reducing *reducing) { return reducing->solution->state.errors; }

/* --- degrees of freedom ------------------------------------------------------------------------------------------- */

static int *nobody(const reducing *reducing)
{
    int *list = ARENA_ARRAY(reducing->memory, int, reducing->model->n_unknowns + 1);
    for (int i = 0; i < reducing->model->n_unknowns; i++)
        list[i] = -1;
    return list;
}

static void list_freedoms(reducing *reducing)
{
    reducing->freedoms = ARENA_ARRAY(reducing->memory, freedom, reducing->model->n_unknowns + 1);
    reducing->of_column = nobody(reducing), reducing->of_row = nobody(reducing),
    reducing->of_momentum = nobody(reducing);
    for (int i = 0; i < reducing->model->nodes.n; i++) {
        const node *node = reducing->model->nodes.items[i];
        for (int k = 0; node->pose >= 0 && node->dof >= 0 && k < (node->has_rotation ? 6 : 3); k++) {
            const int momentum = node->momentum >= 0 ? node->momentum_row + k : -1;
            reducing->freedoms[reducing->n] =
                (freedom){.node = node, .axis = k, .column = node->dof + k, .row = node->row + k, .momentum = momentum};
            reducing->of_column[node->dof + k] = reducing->of_row[node->row + k] = reducing->n;
            if (momentum >= 0)
                reducing->of_momentum[momentum] = reducing->n;
            reducing->n++;
        }
    }
}

/* Tells whether there are no unknowns other than motions, momenta and multipliers. */
static bool is_structural(const reducing *reducing)
{
    bool *is_momentum = heap_resize(NULL, (size_t)reducing->model->n_unknowns + 1);
    int wrong = -1;
    memset(is_momentum, 0, (size_t)reducing->model->n_unknowns + 1);
    for (int i = 0; i < reducing->n; i++)
        if (reducing->freedoms[i].momentum >= 0)
            is_momentum[reducing->freedoms[i].node->momentum + reducing->freedoms[i].axis] = true;
    for (int i = 0; i < reducing->model->n_unknowns && wrong < 0; i++)
        if (reducing->model->kind[i] == DOF_DIFFERENTIAL && reducing->of_column[i] < 0 && !is_momentum[i])
            wrong = i;
    free(is_momentum);
    if (wrong < 0)
        return true;
    char words[200] = "";
    source_location location = NOWHERE;
    model_describe_unknown(reducing->model, wrong, words, sizeof words, &location);
    diag_report(errors_of(reducing), E_REDUCE_UNKNOWN, location, words);
    return false;
}

/* Returns the first degree of freedom of the node; -1 after a message. */
static int first_of(const reducing *reducing, unsigned label)
{
    for (int i = 0; i < reducing->n; i++)
        if (reducing->freedoms[i].node->label == label)
            return i;
    diag_report(errors_of(reducing), E_REDUCE_NODE, NOWHERE, label);
    return -1;
}

static int count_of(const reducing *reducing, int first)
{
    return reducing->freedoms[first].node->has_rotation ? 6 : 3;
}

static bool reduce_hold(reducing *reducing, unsigned label)
{
    const int first = first_of(reducing, label);
    for (int k = 0; first >= 0 && k < count_of(reducing, first); k++)
        reducing->freedoms[first + k].is_prescribed = true;
    return first >= 0;
}

static bool hold_interfaces(reducing *reducing)
{
    bool ok = !reducing->options->has_origin || reduce_hold(reducing, reducing->options->origin);
    for (int i = 0; i < reducing->options->n_interfaces; i++)
        ok = reduce_hold(reducing, reducing->options->interfaces[i]) && ok;
    return ok;
}

/* --- matrices ----------------------------------------------------------------------------------------------------- */

/* Returns the coefficient of the unknown itself in entry k of the pencil, in a column; constraints and multipliers have
 * no c. */
static double static_part(const reducing *reducing, int column, int k)
{
    const bool is_plain =
        reducing->model->kind[column] == DOF_ALGEBRAIC || reducing->model->divided[reducing->eigen_pencil.plus.row[k]];
    return is_plain ? reducing->eigen_pencil.plus.value[k]
                    : 0.5 * (reducing->eigen_pencil.plus.value[k] - reducing->eigen_pencil.minus.value[k]);
}

static double rate_part(const reducing *reducing, int k)
{
    return 0.5 * (reducing->eigen_pencil.plus.value[k] + reducing->eigen_pencil.minus.value[k]);
}

static bool is_prescribed_row(const reducing *reducing, int row)
{
    return reducing->of_row[row] >= 0 && reducing->freedoms[reducing->of_row[row]].is_prescribed;
}

static void assemble(reducing *reducing)
{
    const csc *matrix = &reducing->eigen_pencil.plus;
    csc_builder *csc_builder = csc_builder_create(matrix->n);
    int *slot;
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            csc_builder_add(csc_builder, matrix->row[k], j);
    for (int i = 0; i < reducing->n; i++)
        csc_builder_add(csc_builder, reducing->freedoms[i].row, reducing->freedoms[i].column);
    reducing->matrix = csc_builder_finish(csc_builder, &slot);
    csc_zero(reducing->matrix);
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            if (!is_prescribed_row(reducing, matrix->row[k]))
                reducing->matrix->value[slot[k]] += static_part(reducing, j, k);
    for (int i = 0; i < reducing->n; i++)
        if (reducing->freedoms[i].is_prescribed)
            reducing->matrix->value[slot[csc_entries(matrix) + i]] = 1.0;
    free(slot);
    csc_builder_destroy(csc_builder);
}

static void invalidate_factors(reducing *reducing)
{
    if (reducing->solver)
        linear_destroy(reducing->solver);
    if (reducing->matrix)
        csc_destroy(reducing->matrix);
    reducing->solver = NULL, reducing->matrix = NULL;
}

static bool reduce_factor(reducing *reducing)
{
    const linear_options plain = {0};
    int column = 0;
    reducing->solver = linear_create(linear_default_backend(reducing->matrix), reducing->matrix, &plain);
    if (linear_factor(reducing->solver, reducing->matrix, &column) == LINEAR_OK)
        return true;
    char words[200] = "";
    source_location location = NOWHERE;
    model_describe_unknown(reducing->model, column, words, sizeof words, &location);
    diag_report(errors_of(reducing), E_REDUCE_SINGULAR, location, words);
    diag_hint(errors_of(reducing), "give a node with rotations that holds the body with --origin; torsor mesh --rigid "
                                   "ties a group of nodes to one node");
    return false;
}

/* y = M v */
static void mass_times(void *of, const double *v, double *y)
{
    const reducing *reducing = of;
    memset(y, 0, (size_t)reducing->n * sizeof *y);
    for (int i = 0; i < reducing->n; i++) {
        const int j = reducing->freedoms[i].column;
        for (int k = reducing->eigen_pencil.plus.start[j]; k < reducing->eigen_pencil.plus.start[j + 1]; k++) {
            const int row = reducing->of_momentum[reducing->eigen_pencil.plus.row[k]];
            if (row >= 0)
                y[row] += rate_part(reducing, k) * v[i];
        }
    }
}

/* y = K v */
static void stiffness_times(void *of, const double *v, double *y)
{
    const reducing *reducing = of;
    memset(y, 0, (size_t)reducing->n * sizeof *y);
    for (int i = 0; i < reducing->n; i++) {
        const int j = reducing->freedoms[i].column;
        for (int k = reducing->eigen_pencil.plus.start[j]; k < reducing->eigen_pencil.plus.start[j + 1]; k++) {
            const int row = reducing->of_row[reducing->eigen_pencil.plus.row[k]];
            if (row >= 0)
                y[row] += static_part(reducing, j, k) * v[i];
        }
    }
}

/* Finds all unknowns under the loads f, with everything held at rest; stores them in reducing->full. */
static void solve_loads(const reducing *reducing, const double *f)
{
    memset(reducing->full, 0, (size_t)reducing->model->n_unknowns * sizeof *reducing->full);
    for (int i = 0; i < reducing->n; i++)
        reducing->full[reducing->freedoms[i].row] = reducing->freedoms[i].is_prescribed ? 0.0 : f[i];
    linear_solve(reducing->solver, reducing->full);
}

/* y = motions under the loads f. */
static void solve_prescribed(void *of, const double *f, double *y)
{
    const reducing *reducing = of;
    solve_loads(reducing, f);
    for (int i = 0; i < reducing->n; i++)
        y[i] = reducing->full[reducing->freedoms[i].column];
}

/* --- shapes ------------------------------------------------------------------------------------------------------- */

static double *reduce_shape(const reducing *reducing, int k) { return reducing->X + (size_t)k * (size_t)reducing->n; }

static const char *name_of(const reducing *reducing, const freedom *freedom)
{
    static const char *const AXES[] = {"displacement x", "displacement y", "displacement z",
                                       "rotation x",     "rotation y",     "rotation z"};
    return arena_printf(reducing->memory, "node %u, %s", freedom->node->label, AXES[freedom->axis]);
}

static void static_shape(reducing *reducing, int which, double *to)
{
    memset(reducing->full, 0, (size_t)reducing->model->n_unknowns * sizeof *reducing->full);
    reducing->full[reducing->freedoms[which].row] = 1.0;
    linear_solve(reducing->solver, reducing->full);
    for (int i = 0; i < reducing->n; i++)
        to[i] = reducing->full[reducing->freedoms[i].column];
}

static int count_static(const reducing *reducing)
{
    int n = 0;
    for (int i = 0; i < reducing->options->n_interfaces; i++)
        n += count_of(reducing, first_of(reducing, reducing->options->interfaces[i]));
    return n;
}

static void static_shapes(reducing *reducing, reduced *to)
{
    int done = 0;
    for (int i = 0; i < reducing->options->n_interfaces; i++) {
        const int first = first_of(reducing, reducing->options->interfaces[i]);
        for (int k = 0; k < count_of(reducing, first); k++, done++) {
            static_shape(reducing, first + k, reduce_shape(reducing, to->n_modes + done));
            to->who[done] = name_of(reducing, &reducing->freedoms[first + k]);
        }
    }
    reducing->n_shapes = to->n_modes + done;
}

static bool normal_modes(reducing *reducing, reduced *to)
{
    const lanczos_problem lanczos_problem = {reducing->n, solve_prescribed, mass_times, reducing};
    const int wanted = reducing->options->modes < reducing->n - 1 ? reducing->options->modes : reducing->n - 1;
    int found = 0;
    if (wanted <= 0)
        return true;
    const eigen_status status = eigen_lanczos(&lanczos_problem, wanted, to->lambda, reducing->X, &found);
    if (status != EIGEN_OK) {
        diag_report(errors_of(reducing), E_REDUCE_ARPACK, NOWHERE,
                    status == EIGEN_NO_LIBRARY
                        ? "modes require the library ARPACK, which cannot be loaded on this machine"
                        : "the modes did not converge: the model may have no mass");
        return false;
    }
    while (found > 0 && !(to->lambda[found - 1] > 0.0 && isfinite(to->lambda[found - 1])))
        found--;
    if (found < reducing->options->modes)
        diag_report(errors_of(reducing), W_REDUCE_FEWER, NOWHERE, found, reducing->options->modes);
    to->n_modes = found;
    return true;
}

/* --- inertia ------------------------------------------------------------------------------------------------------ */

static vec3 position_of(const reducing *reducing, const freedom *freedom)
{
    return reducing->solution->state.poses[freedom->node->pose].x;
}

/* Returns the component along `axis` of a rigid-body motion along an axis (0-2) or about one (3-5); d: the position
 * relative to the origin. */
static double rigid_motion(int motion, int axis, vec3 d)
{
    static const vec3 AXES[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (motion < 3 || axis >= 3)
        return axis == motion;
    return vec3_get(vec3_cross(AXES[motion - 3], d), axis);
}

static double rigid_part(const reducing *reducing, int motion, const freedom *freedom)
{
    return rigid_motion(motion, freedom->axis, position_of(reducing, freedom));
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Returns M times the six rigid-body motions, and the motions. */
static double *rigid_motions(reducing *reducing, double **times)
{
    double *G = ARENA_ARRAY(reducing->memory, double, 6 * (size_t)reducing->n + 1);
    *times = ARENA_ARRAY(reducing->memory, double, 6 * (size_t)reducing->n + 1);
    for (int a = 0; a < 6; a++) {
        for (int i = 0; i < reducing->n; i++)
            G[(size_t)a * (size_t)reducing->n + (size_t)i] = rigid_part(reducing, a, &reducing->freedoms[i]);
        mass_times(reducing, G + (size_t)a * (size_t)reducing->n, *times + (size_t)a * (size_t)reducing->n);
    }
    return G;
}

static void rigid_inertia(reducing *reducing, const double *G, const double *MG, fem *data)
{
    double P[6][6], *to = ARENA_ARRAY(reducing->memory, double, 13);
    mat3 J;
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            P[a][b] = dot(G + (size_t)a * (size_t)reducing->n, MG + (size_t)b * (size_t)reducing->n, reducing->n);
    const double mass = (P[0][0] + P[1][1] + P[2][2]) / 3.0;
    const vec3 S = {P[1][5], P[2][3], P[0][4]}, centre = vec3_scale(mass > 0.0 ? 1.0 / mass : 0.0, S);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            J.e[i][k] = P[3 + i][3 + k];
    J = inertia_moved(&J, -mass, centre);
    to[0] = mass;
    vec3_store(to + 1, centre);
    for (int i = 0; i < 9; i++)
        to[4 + i] = J.e[i / 3][i % 3];
    data->rigid = to;
}

static void linear_invariants(reducing *reducing, const double *MG, fem *data)
{
    const size_t n = (size_t)reducing->n_shapes;
    double *I3 = ARENA_ARRAY(reducing->memory, double, 3 * n + 1),
           *I4 = ARENA_ARRAY(reducing->memory, double, 3 * n + 1);
    for (int a = 0; a < 3; a++)
        for (size_t k = 0; k < n; k++) {
            I3[(size_t)a * n + k] =
                dot(MG + (size_t)a * (size_t)reducing->n, reduce_shape(reducing, (int)k), reducing->n);
            I4[(size_t)a * n + k] =
                dot(MG + (size_t)(a + 3) * (size_t)reducing->n, reduce_shape(reducing, (int)k), reducing->n);
        }
    data->I3 = I3, data->I4 = I4;
}

/* W = M U, displacements only: three numbers at the first degree of freedom of each node. */
static void displacements_of(reducing *reducing, int k, double *U, double *W)
{
    for (int i = 0; i < reducing->n; i++)
        U[i] = reducing->freedoms[i].axis < 3 ? reduce_shape(reducing, k)[i] : 0.0;
    mass_times(reducing, U, W);
}

static void add_block(double *rows, size_t columns, size_t block, double s, const mat3 *A)
{
    for (size_t r = 0; r < 3; r++)
        for (size_t c = 0; c < 3; c++)
            rows[r * columns + 3 * block + c] += s * A->e[r][c];
}

static void add_pair(reducing *reducing, int j, int k, const double *W, double *I5, double *I9)
{
    const size_t n = (size_t)reducing->n_shapes, pair = (size_t)j * n + (size_t)k;
    for (int i = 0; i < reducing->n; i++) {
        if (reducing->freedoms[i].axis != 0)
            continue;
        const vec3 U = vec3_load(reduce_shape(reducing, j) + i), w = vec3_load(W + i), product = vec3_cross(U, w);
        const mat3 both = mat3_skew_skew(U, w);
        for (int a = 0; a < 3; a++)
            I5[(size_t)a * n * n + pair] += vec3_get(product, a);
        add_block(I9, 3 * n * n, pair, 1.0, &both);
    }
}

static void quadratic_invariants(reducing *reducing, fem *data)
{
    const size_t n = (size_t)reducing->n_shapes;
    double *I8 = ARENA_ARRAY(reducing->memory, double, 9 * n + 1),
           *I5 = ARENA_ARRAY(reducing->memory, double, 3 * n * n + 1);
    double *I9 = ARENA_ARRAY(reducing->memory, double, 9 * n * n + 1);
    double *U = heap_resize(NULL, ((size_t)reducing->n + 1) * sizeof *U),
           *W = heap_resize(NULL, ((size_t)reducing->n + 1) * sizeof *W);
    for (int k = 0; k < reducing->n_shapes; k++) {
        displacements_of(reducing, k, U, W);
        for (int i = 0; i < reducing->n; i++)
            if (reducing->freedoms[i].axis == 0) {
                const mat3 both = mat3_skew_skew(position_of(reducing, &reducing->freedoms[i]), vec3_load(W + i));
                add_block(I8, 3 * n, (size_t)k, -1.0, &both);
            }
        for (int j = 0; j < reducing->n_shapes; j++)
            add_pair(reducing, j, k, W, I5, I9);
    }
    data->I8 = I8, data->I5 = I5, data->I9 = I9;
    free(U);
    free(W);
}

/* --- data --------------------------------------------------------------------------------------------------------- */

/* to += s X' A X, the symmetric part; y = A v. */
static void add_reduced(const reducing *reducing, void (*times)(void *of, const double *v, double *y), double s,
                        double *to)
{
    const int n = reducing->n_shapes;
    double *y = heap_resize(NULL, ((size_t)reducing->n + 1) * sizeof *y);
    for (int k = 0; k < n; k++) {
        times((void *)reducing, reduce_shape(reducing, k), y);
        for (int j = 0; j < n; j++) {
            const double half = 0.5 * s * dot(reduce_shape(reducing, j), y, reducing->n);
            to[j * n + k] += half, to[k * n + j] += half;
        }
    }
    free(y);
}

static double *new_matrix(const reducing *reducing)
{
    return ARENA_ARRAY(reducing->memory, double, (size_t)reducing->n_shapes *(size_t)reducing->n_shapes + 1);
}

static void reduced_matrices(reducing *reducing, fem *data)
{
    double *M = new_matrix(reducing), *K = new_matrix(reducing);
    add_reduced(reducing, mass_times, 1.0, M);
    add_reduced(reducing, stiffness_times, 1.0, K);
    data->M = M, data->K = K;
}

/* --- stress stiffening -------------------------------------------------------------------------------------------- */

enum { INERTIA_LOADS = 12 };
static const double STRAIN = 1e-5; /* size of the motions for finite differences, relative to the body */

/* s: inertia force of a unit of component c of record group 19, about the origin o. */
static void inertia_load(reducing *reducing, int c, vec3 o, double *s)
{
    static const int FIRST[6] = {0, 1, 2, 0, 1, 0}, SECOND[6] = {0, 1, 2, 1, 2, 2};
    double *a = heap_resize(NULL, ((size_t)reducing->n + 1) * sizeof *a);
    for (int i = 0; i < reducing->n; i++) {
        const freedom *freedom = &reducing->freedoms[i];
        const vec3 d = vec3_sub(position_of(reducing, freedom), o);
        const int axis = freedom->axis, p = c < 6 ? FIRST[c] : 0, q = c < 6 ? SECOND[c] : 0;
        double along = 0.0;
        if (c < 6 && axis < 3)
            along = p == q ? (axis == p ? 0.0 : -vec3_get(d, axis))
                           : (axis == p) * vec3_get(d, q) + (axis == q) * vec3_get(d, p);
        else if (c >= 9)
            along = axis == c - 9;
        else if (c >= 6)
            along = rigid_motion(c - 3, axis, d);
        a[i] = -along;
    }
    mass_times(reducing, a, s);
    free(a);
}

/* to += s X' K X at the state displaced by e times the motion. */
static void add_displaced(reducing *reducing, const double *motion, double e, double s, double *to)
{
    arena *internal = arena_create();
    solution *before = solution_clone(reducing->solution, internal);
    const eigen_pencil eigen_pencil = reducing->eigen_pencil;
    for (int i = 0; i < reducing->model->n_unknowns; i++)
        reducing->solution->y[i] += e * motion[i];
    solution_update(reducing->solution);
    reducing->eigen_pencil = eigen_linearise(reducing->equations, reducing->solution, 1.0, internal);
    add_reduced(reducing, stiffness_times, s, to);
    reducing->eigen_pencil = eigen_pencil;
    solution_copy(reducing->solution, before);
    solution_destroy(before);
    arena_destroy(internal);
}

static double reduce_size_of(const reducing *reducing)
{
    double most = 0.0;
    for (int i = 0; i < reducing->n; i++)
        most = fmax(most, vec3_norm(vec3_sub(position_of(reducing, &reducing->freedoms[i]),
                                             position_of(reducing, &reducing->freedoms[0]))));
    return most;
}

/* Returns the matrix of the load s; NULL if the load moves nothing. */
static const double *stiffening_by(reducing *reducing, const double *s)
{
    double *to = new_matrix(reducing), *motion = ARENA_ARRAY(reducing->memory, double, reducing->model->n_unknowns + 1),
           most = 0.0;
    solve_loads(reducing, s);
    memcpy(motion, reducing->full, (size_t)reducing->model->n_unknowns * sizeof *motion);
    for (int i = 0; i < reducing->n; i++)
        most = fmax(most, fabs(motion[reducing->freedoms[i].column]) /
                              (reducing->freedoms[i].axis < 3 ? reduce_size_of(reducing) : 1.0));
    if (!(most > 0.0))
        return NULL;
    const double e = STRAIN / most;
    add_displaced(reducing, motion, e, 0.5 / e, to);
    add_displaced(reducing, motion, -e, -0.5 / e, to);
    return to;
}

static void add_stiffening(reducing *reducing, int index, const double *s, fem *data, fem_stiffening *list)
{
    const double *K = stiffening_by(reducing, s);
    if (K)
        list[data->n_stiffening++] = (fem_stiffening){index, K};
}

/* Each interface has six load numbers, in the order of the options, which is that of the joint. */
static void stiffen(reducing *reducing, fem *data)
{
    fem_stiffening *list = ARENA_ARRAY(reducing->memory, fem_stiffening, INERTIA_LOADS + reducing->n + 1);
    double *s = ARENA_ARRAY(reducing->memory, double, reducing->n + 1);
    const vec3 o = position_of(reducing, &reducing->freedoms[first_of(reducing, reducing->options->origin)]);
    for (int c = 0; c < INERTIA_LOADS; c++) {
        inertia_load(reducing, c, o, s);
        add_stiffening(reducing, c + 1, s, data, list);
    }
    for (int k = 0; k < reducing->options->n_interfaces; k++) {
        const int first = first_of(reducing, reducing->options->interfaces[k]);
        for (int i = 0; i < count_of(reducing, first); i++) {
            memset(s, 0, (size_t)reducing->n * sizeof *s);
            s[first + i] = 1.0;
            add_stiffening(reducing, INERTIA_LOADS + 1 + 6 * k + i, s, data, list);
        }
    }
    data->stiffening = list;
}

/* With only the origin held. */
static bool find_stiffening(reducing *reducing, fem *data)
{
    invalidate_factors(reducing);
    for (int i = 0; i < reducing->n; i++)
        reducing->freedoms[i].is_prescribed = reducing->freedoms[i].node->label == reducing->options->origin;
    assemble(reducing);
    if (!reduce_factor(reducing))
        return false;
    stiffen(reducing, data);
    return true;
}

static bool is_exposed(const reducing *reducing, const node *node)
{
    for (int i = 0; i < reducing->options->n_exposed; i++)
        if (reducing->options->exposed[i] == node->label)
            return true;
    for (int i = 0; i < reducing->options->n_interfaces; i++)
        if (reducing->options->interfaces[i] == node->label)
            return true;
    return reducing->options->n_exposed == 0 ||
           (reducing->options->has_origin && reducing->options->origin == node->label);
}

static void expose(reducing *reducing, fem *data)
{
    const size_t most = (size_t)reducing->n + 1, shapes = (size_t)reducing->n_shapes;
    const char **labels = ARENA_ARRAY(reducing->memory, const char *, most);
    int *first = ARENA_ARRAY(reducing->memory, int, most);
    for (int i = 0; i < reducing->n; i++)
        if (reducing->freedoms[i].axis == 0 && is_exposed(reducing, reducing->freedoms[i].node)) {
            labels[data->n_nodes] = arena_printf(reducing->memory, "%u", reducing->freedoms[i].node->label);
            first[data->n_nodes++] = i;
        }
    const size_t n = (size_t)data->n_nodes;
    double *at = ARENA_ARRAY(reducing->memory, double, 3 * n + 1),
           *U = ARENA_ARRAY(reducing->memory, double, 3 * n * shapes + 1);
    double *V = ARENA_ARRAY(reducing->memory, double, 3 * n * shapes + 1);
    for (size_t i = 0; i < n; i++) {
        vec3_store(at + 3 * i, position_of(reducing, &reducing->freedoms[first[i]]));
        for (size_t k = 0; k < shapes; k++)
            for (size_t c = 0; c < 3; c++) {
                U[3 * (k * n + i) + c] = reduce_shape(reducing, (int)k)[(size_t)first[i] + c];
                V[3 * (k * n + i) + c] =
                    count_of(reducing, first[i]) == 6 ? reduce_shape(reducing, (int)k)[(size_t)first[i] + 3 + c] : 0.0;
            }
    }
    data->labels = labels, data->x = at, data->U = U, data->V = V, data->n_modes = reducing->n_shapes;
}

/* Tells whether something resists a motion: there is a row whose terms do not cancel. */
static bool is_resisted(const reducing *reducing, const double *motion)
{
    const int n = reducing->model->n_unknowns;
    double *sum = heap_resize(NULL, (2 * (size_t)n + 1) * sizeof *sum), *size = sum + n;
    bool found = false;
    memset(sum, 0, 2 * (size_t)n * sizeof *sum);
    for (int i = 0; i < reducing->n; i++) {
        const int j = reducing->freedoms[i].column;
        for (int k = reducing->eigen_pencil.plus.start[j]; k < reducing->eigen_pencil.plus.start[j + 1]; k++) {
            const double term = static_part(reducing, j, k) * motion[i];
            sum[reducing->eigen_pencil.plus.row[k]] += term;
            size[reducing->eigen_pencil.plus.row[k]] += fabs(term);
        }
    }
    for (int i = 0; i < n && !found; i++)
        found = fabs(sum[i]) > 1e-6 * size[i];
    free(sum);
    return found;
}

/* Static shapes of an unsupported body contain its rigid-body motion. */
static bool is_constrained(const reducing *reducing, const double *G)
{
    if (reducing->options->has_origin || reducing->options->n_interfaces == 0)
        return true;
    for (int a = 0; a < 3; a++)
        if (is_resisted(reducing, G + (size_t)a * (size_t)reducing->n))
            return true;
    diag_report(errors_of(reducing), E_REDUCE_FREE, NOWHERE);
    diag_hint(errors_of(reducing),
              "give a node that no shape moves with --origin: it will be the position of the modal node");
    return false;
}

static bool find_shapes(reducing *reducing, reduced *to)
{
    const size_t most =
        (size_t)(reducing->options->modes > 0 ? reducing->options->modes : 0) + (size_t)count_static(reducing);
    reducing->X = ARENA_ARRAY(reducing->memory, double, (most + 1) * (size_t)reducing->n);
    to->lambda = ARENA_ARRAY(reducing->memory, double, most + 1);
    to->who = ARENA_ARRAY(reducing->memory, const char *, most + 1);
    if (!normal_modes(reducing, to))
        return false;
    static_shapes(reducing, to);
    return true;
}

static bool reduce(reducing *reducing, reduced *to)
{
    double *MG, *G;
    list_freedoms(reducing);
    if (!is_structural(reducing) || !hold_interfaces(reducing))
        return false;
    reducing->full = ARENA_ARRAY(reducing->memory, double, reducing->model->n_unknowns + 1);
    G = rigid_motions(reducing, &MG);
    if (!is_constrained(reducing, G))
        return false;
    assemble(reducing);
    if (!reduce_factor(reducing) || !find_shapes(reducing, to))
        return false;
    reduced_matrices(reducing, &to->data);
    rigid_inertia(reducing, G, MG, &to->data);
    linear_invariants(reducing, MG, &to->data);
    quadratic_invariants(reducing, &to->data);
    expose(reducing, &to->data);
    return !reducing->options->stiffening || find_stiffening(reducing, &to->data);
}

bool reduce_now(const reduce_options *options, equations *equations, solution *solution, arena *memory, reduced *to)
{
    *to = (reduced){0};
    if (options->stiffening && !options->has_origin) {
        diag_report(solution->state.errors, E_REDUCE_STIFFENING, NOWHERE);
        return false;
    }
    if (options->modes <= 0 && options->n_interfaces == 0) {
        diag_report(solution->state.errors, E_REDUCE_NOTHING, NOWHERE);
        return false;
    }
    reducing reducing = {.options = options,
                         .model = solution->model,
                         .equations = equations,
                         .solution = solution,
                         .memory = memory,
                         .eigen_pencil = eigen_linearise(equations, solution, 1.0, memory)};
    const bool ok = reduce(&reducing, to);
    invalidate_factors(&reducing);
    return ok;
}
