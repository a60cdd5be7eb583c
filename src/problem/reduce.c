/* reduce.c - component modes by Craig and Bampton (AIAA Journal 6, 1968), from the linear equations at a state.
 *
 *     K q + C' l = f,   C q = 0        q: motions of the nodes, l: multipliers of joints and supports
 *
 *     static shapes     K q + C' l = 0, with one freedom of an interface at 1 and the others at 0
 *     normal modes      (K - w^2 M) q + C' l = 0, with all of them at 0
 *     X                 both; reduced matrices X' M X, X' K X
 *
 * Inertia, with T and R the motions of the whole body by unit velocities along and about axes at the origin, U the
 * displacements of X, W = M U, f the positions:
 *
 *     mass, S, J   from T' M T, T' M R, R' M R          I3 = T' M X           I4 = R' M X
 *     I8 = - sum f x W_k x                              I5 = sum U_j x W_k    I9 = sum U_j x W_k x
 *
 * Stress stiffening, for each inertia force or load s on an interface, with the origin alone held:
 *
 *     K q_s + C' l_s = s,   K0 = X' (K(e q_s, e l_s) - K(-e q_s, -e l_s)) X / 2 e
 *     s = - M a:  a = w x (w x f) for products of w, w' x f, and accelerations
 *
 * An interface that is held has a row q = 0 in place of its balance. */
#include "problem/reduce.h"
#include "math/inertia.h"
#include "problem/diag_rows.h"
#include "problem/eigen.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const place NOWHERE = {0, 0, 0};

/* A motion of a node. */
typedef struct {
    const node *node;
    int axis;                  /* 0-2 displacement, 3-5 rotation */
    int column, row, momentum; /* unknown; rows of its balance and its momentum, -1: none */
    bool is_held;
} freedom;

typedef struct {
    const reduce_options *q;
    const model *m;
    equations *a;
    solution *u;
    arena *memory;
    eigen_pencil p;
    freedom *freedoms;
    int n;
    int *of_column, *of_row, *of_momentum; /* freedoms by unknown and by row; -1: none */
    csc *A;
    linear *solver;
    double *full; /* room, as long as there are unknowns */
    double *X;    /* n numbers for each shape */
    int n_shapes;
} reducing;

static diag *errors_of(const reducing *x) { return x->u->s.errors; }

/* --- freedoms ----------------------------------------------------------------------------------------------------- */

static int *nobody(const reducing *x)
{
    int *list = ARENA_ARRAY(x->memory, int, x->m->n_unknowns + 1);
    for (int i = 0; i < x->m->n_unknowns; i++)
        list[i] = -1;
    return list;
}

static void list_freedoms(reducing *x)
{
    x->freedoms = ARENA_ARRAY(x->memory, freedom, x->m->n_unknowns + 1);
    x->of_column = nobody(x), x->of_row = nobody(x), x->of_momentum = nobody(x);
    for (int i = 0; i < x->m->nodes.n; i++) {
        const node *n = x->m->nodes.items[i];
        for (int k = 0; n->pose >= 0 && n->dof >= 0 && k < (n->has_rotation ? 6 : 3); k++) {
            const int momentum = n->momentum >= 0 ? n->momentum_row + k : -1;
            x->freedoms[x->n] =
                (freedom){.node = n, .axis = k, .column = n->dof + k, .row = n->row + k, .momentum = momentum};
            x->of_column[n->dof + k] = x->of_row[n->row + k] = x->n;
            if (momentum >= 0)
                x->of_momentum[momentum] = x->n;
            x->n++;
        }
    }
}

/* Momenta and multipliers are all that there may be besides. */
static bool is_structural(const reducing *x)
{
    bool *is_momentum = heap_resize(NULL, (size_t)x->m->n_unknowns + 1);
    int wrong = -1;
    memset(is_momentum, 0, (size_t)x->m->n_unknowns + 1);
    for (int i = 0; i < x->n; i++)
        if (x->freedoms[i].momentum >= 0)
            is_momentum[x->freedoms[i].node->momentum + x->freedoms[i].axis] = true;
    for (int i = 0; i < x->m->n_unknowns && wrong < 0; i++)
        if (x->m->kind[i] == DOF_DIFFERENTIAL && x->of_column[i] < 0 && !is_momentum[i])
            wrong = i;
    free(is_momentum);
    if (wrong < 0)
        return true;
    char words[200] = "";
    place where = NOWHERE;
    model_describe_unknown(x->m, wrong, words, sizeof words, &where);
    diag_report(errors_of(x), E_REDUCE_UNKNOWN, where, words);
    return false;
}

/* The first freedom of the node; -1 after a message. */
static int first_of(const reducing *x, unsigned label)
{
    for (int i = 0; i < x->n; i++)
        if (x->freedoms[i].node->label == label)
            return i;
    diag_report(errors_of(x), E_REDUCE_NODE, NOWHERE, label);
    return -1;
}

static int count_of(const reducing *x, int first) { return x->freedoms[first].node->has_rotation ? 6 : 3; }

static bool reduce_hold(reducing *x, unsigned label)
{
    const int first = first_of(x, label);
    for (int k = 0; first >= 0 && k < count_of(x, first); k++)
        x->freedoms[first + k].is_held = true;
    return first >= 0;
}

static bool hold_interfaces(reducing *x)
{
    bool ok = !x->q->has_origin || reduce_hold(x, x->q->origin);
    for (int i = 0; i < x->q->n_interfaces; i++)
        ok = reduce_hold(x, x->q->interfaces[i]) && ok;
    return ok;
}

/* --- matrices ----------------------------------------------------------------------------------------------------- */

/* Entry k of the pencil, in a column: what multiplies the unknown itself; constraints and multipliers have no c. */
static double static_part(const reducing *x, int column, int k)
{
    const bool is_plain = x->m->kind[column] == DOF_ALGEBRAIC || x->m->divided[x->p.plus.row[k]];
    return is_plain ? x->p.plus.value[k] : 0.5 * (x->p.plus.value[k] - x->p.minus.value[k]);
}

static double rate_part(const reducing *x, int k) { return 0.5 * (x->p.plus.value[k] + x->p.minus.value[k]); }

static bool is_held_row(const reducing *x, int row)
{
    return x->of_row[row] >= 0 && x->freedoms[x->of_row[row]].is_held;
}

static void assemble(reducing *x)
{
    const csc *P = &x->p.plus;
    csc_builder *b = csc_builder_create(P->n);
    int *slot;
    for (int j = 0; j < P->n; j++)
        for (int k = P->start[j]; k < P->start[j + 1]; k++)
            csc_builder_add(b, P->row[k], j);
    for (int i = 0; i < x->n; i++)
        csc_builder_add(b, x->freedoms[i].row, x->freedoms[i].column);
    x->A = csc_builder_finish(b, &slot);
    csc_zero(x->A);
    for (int j = 0; j < P->n; j++)
        for (int k = P->start[j]; k < P->start[j + 1]; k++)
            if (!is_held_row(x, P->row[k]))
                x->A->value[slot[k]] += static_part(x, j, k);
    for (int i = 0; i < x->n; i++)
        if (x->freedoms[i].is_held)
            x->A->value[slot[csc_entries(P) + i]] = 1.0;
    free(slot);
    csc_builder_destroy(b);
}

static void forget_factors(reducing *x)
{
    if (x->solver)
        linear_destroy(x->solver);
    if (x->A)
        csc_destroy(x->A);
    x->solver = NULL, x->A = NULL;
}

static bool reduce_factor(reducing *x)
{
    const linear_options plain = {0};
    int column = 0;
    x->solver = linear_create(linear_default_backend(x->A), x->A, &plain);
    if (linear_factor(x->solver, x->A, &column) == LINEAR_OK)
        return true;
    char words[200] = "";
    place where = NOWHERE;
    model_describe_unknown(x->m, column, words, sizeof words, &where);
    diag_report(errors_of(x), E_REDUCE_SINGULAR, where, words);
    diag_hint(errors_of(x),
              "--origin names a node that holds the body, with rotations; a group of nodes can be tied to "
              "one with torsor mesh --rigid");
    return false;
}

/* y = M x */
static void mass_times(void *of, const double *v, double *y)
{
    const reducing *x = of;
    memset(y, 0, (size_t)x->n * sizeof *y);
    for (int i = 0; i < x->n; i++) {
        const int j = x->freedoms[i].column;
        for (int k = x->p.plus.start[j]; k < x->p.plus.start[j + 1]; k++) {
            const int row = x->of_momentum[x->p.plus.row[k]];
            if (row >= 0)
                y[row] += rate_part(x, k) * v[i];
        }
    }
}

/* y = K x */
static void stiffness_times(void *of, const double *v, double *y)
{
    const reducing *x = of;
    memset(y, 0, (size_t)x->n * sizeof *y);
    for (int i = 0; i < x->n; i++) {
        const int j = x->freedoms[i].column;
        for (int k = x->p.plus.start[j]; k < x->p.plus.start[j + 1]; k++) {
            const int row = x->of_row[x->p.plus.row[k]];
            if (row >= 0)
                y[row] += static_part(x, j, k) * v[i];
        }
    }
}

/* All unknowns under the loads f, with all that is held at rest: in x->full. */
static void solve_loads(const reducing *x, const double *f)
{
    memset(x->full, 0, (size_t)x->m->n_unknowns * sizeof *x->full);
    for (int i = 0; i < x->n; i++)
        x->full[x->freedoms[i].row] = x->freedoms[i].is_held ? 0.0 : f[i];
    linear_solve(x->solver, x->full);
}

/* y = motions under the loads f. */
static void solve_held(void *of, const double *f, double *y)
{
    const reducing *x = of;
    solve_loads(x, f);
    for (int i = 0; i < x->n; i++)
        y[i] = x->full[x->freedoms[i].column];
}

/* --- shapes ------------------------------------------------------------------------------------------------------- */

static double *reduce_shape(const reducing *x, int k) { return x->X + (size_t)k * (size_t)x->n; }

static const char *name_of(const reducing *x, const freedom *f)
{
    static const char *const AXES[] = {"displacement x", "displacement y", "displacement z",
                                       "rotation x",     "rotation y",     "rotation z"};
    return arena_printf(x->memory, "node %u, %s", f->node->label, AXES[f->axis]);
}

static void static_shape(reducing *x, int which, double *to)
{
    memset(x->full, 0, (size_t)x->m->n_unknowns * sizeof *x->full);
    x->full[x->freedoms[which].row] = 1.0;
    linear_solve(x->solver, x->full);
    for (int i = 0; i < x->n; i++)
        to[i] = x->full[x->freedoms[i].column];
}

static int count_static(const reducing *x)
{
    int n = 0;
    for (int i = 0; i < x->q->n_interfaces; i++)
        n += count_of(x, first_of(x, x->q->interfaces[i]));
    return n;
}

static void static_shapes(reducing *x, reduced *to)
{
    int done = 0;
    for (int i = 0; i < x->q->n_interfaces; i++) {
        const int first = first_of(x, x->q->interfaces[i]);
        for (int k = 0; k < count_of(x, first); k++, done++) {
            static_shape(x, first + k, reduce_shape(x, to->n_modes + done));
            to->who[done] = name_of(x, &x->freedoms[first + k]);
        }
    }
    x->n_shapes = to->n_modes + done;
}

static bool normal_modes(reducing *x, reduced *to)
{
    const lanczos_problem p = {x->n, solve_held, mass_times, x};
    const int wanted = x->q->modes < x->n - 1 ? x->q->modes : x->n - 1;
    int found = 0;
    if (wanted <= 0)
        return true;
    const eigen_status status = eigen_lanczos(&p, wanted, to->lambda, x->X, &found);
    if (status != EIGEN_OK) {
        diag_report(errors_of(x), E_REDUCE_ARPACK, NOWHERE,
                    status == EIGEN_NO_LIBRARY ? "modes need the library ARPACK, which cannot be loaded on this machine"
                                               : "the modes do not converge: the model may have no mass");
        return false;
    }
    while (found > 0 && !(to->lambda[found - 1] > 0.0 && isfinite(to->lambda[found - 1])))
        found--;
    if (found < x->q->modes)
        diag_report(errors_of(x), W_REDUCE_FEWER, NOWHERE, found, x->q->modes);
    to->n_modes = found;
    return true;
}

/* --- inertia ------------------------------------------------------------------------------------------------------ */

static vec3 position_of(const reducing *x, const freedom *f) { return x->u->s.poses[f->node->pose].x; }

/* Part along an axis when a body moves as a whole, along an axis (0-2) or about one (3-5); d: the point from there. */
static double rigid_motion(int motion, int axis, vec3 d)
{
    static const vec3 AXES[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (motion < 3 || axis >= 3)
        return axis == motion;
    return vec3_get(vec3_cross(AXES[motion - 3], d), axis);
}

static double rigid_part(const reducing *x, int motion, const freedom *f)
{
    return rigid_motion(motion, f->axis, position_of(x, f));
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* M times the six motions of the whole body, and the motions. */
static double *rigid_motions(reducing *x, double **times)
{
    double *G = ARENA_ARRAY(x->memory, double, 6 * (size_t)x->n + 1);
    *times = ARENA_ARRAY(x->memory, double, 6 * (size_t)x->n + 1);
    for (int a = 0; a < 6; a++) {
        for (int i = 0; i < x->n; i++)
            G[(size_t)a * (size_t)x->n + (size_t)i] = rigid_part(x, a, &x->freedoms[i]);
        mass_times(x, G + (size_t)a * (size_t)x->n, *times + (size_t)a * (size_t)x->n);
    }
    return G;
}

static void rigid_inertia(reducing *x, const double *G, const double *MG, fem *data)
{
    double P[6][6], *to = ARENA_ARRAY(x->memory, double, 13);
    mat3 J;
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            P[a][b] = dot(G + (size_t)a * (size_t)x->n, MG + (size_t)b * (size_t)x->n, x->n);
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

static void linear_invariants(reducing *x, const double *MG, fem *data)
{
    const size_t n = (size_t)x->n_shapes;
    double *I3 = ARENA_ARRAY(x->memory, double, 3 * n + 1), *I4 = ARENA_ARRAY(x->memory, double, 3 * n + 1);
    for (int a = 0; a < 3; a++)
        for (size_t k = 0; k < n; k++) {
            I3[(size_t)a * n + k] = dot(MG + (size_t)a * (size_t)x->n, reduce_shape(x, (int)k), x->n);
            I4[(size_t)a * n + k] = dot(MG + (size_t)(a + 3) * (size_t)x->n, reduce_shape(x, (int)k), x->n);
        }
    data->I3 = I3, data->I4 = I4;
}

/* W = M U, displacements alone: three numbers at the first freedom of each node. */
static void displacements_of(reducing *x, int k, double *U, double *W)
{
    for (int i = 0; i < x->n; i++)
        U[i] = x->freedoms[i].axis < 3 ? reduce_shape(x, k)[i] : 0.0;
    mass_times(x, U, W);
}

static void add_block(double *rows, size_t columns, size_t block, double s, const mat3 *A)
{
    for (size_t r = 0; r < 3; r++)
        for (size_t c = 0; c < 3; c++)
            rows[r * columns + 3 * block + c] += s * A->e[r][c];
}

static void add_pair(reducing *x, int j, int k, const double *W, double *I5, double *I9)
{
    const size_t n = (size_t)x->n_shapes, pair = (size_t)j * n + (size_t)k;
    for (int i = 0; i < x->n; i++) {
        if (x->freedoms[i].axis != 0)
            continue;
        const vec3 U = vec3_load(reduce_shape(x, j) + i), w = vec3_load(W + i), product = vec3_cross(U, w);
        const mat3 both = mat3_skew_skew(U, w);
        for (int a = 0; a < 3; a++)
            I5[(size_t)a * n * n + pair] += vec3_get(product, a);
        add_block(I9, 3 * n * n, pair, 1.0, &both);
    }
}

static void quadratic_invariants(reducing *x, fem *data)
{
    const size_t n = (size_t)x->n_shapes;
    double *I8 = ARENA_ARRAY(x->memory, double, 9 * n + 1), *I5 = ARENA_ARRAY(x->memory, double, 3 * n * n + 1);
    double *I9 = ARENA_ARRAY(x->memory, double, 9 * n * n + 1);
    double *U = heap_resize(NULL, ((size_t)x->n + 1) * sizeof *U),
           *W = heap_resize(NULL, ((size_t)x->n + 1) * sizeof *W);
    for (int k = 0; k < x->n_shapes; k++) {
        displacements_of(x, k, U, W);
        for (int i = 0; i < x->n; i++)
            if (x->freedoms[i].axis == 0) {
                const mat3 both = mat3_skew_skew(position_of(x, &x->freedoms[i]), vec3_load(W + i));
                add_block(I8, 3 * n, (size_t)k, -1.0, &both);
            }
        for (int j = 0; j < x->n_shapes; j++)
            add_pair(x, j, k, W, I5, I9);
    }
    data->I8 = I8, data->I5 = I5, data->I9 = I9;
    free(U);
    free(W);
}

/* --- data --------------------------------------------------------------------------------------------------------- */

/* to += s X' A X, the symmetric part; y = A x. */
static void add_reduced(const reducing *x, void (*times)(void *of, const double *v, double *y), double s, double *to)
{
    const int n = x->n_shapes;
    double *y = heap_resize(NULL, ((size_t)x->n + 1) * sizeof *y);
    for (int k = 0; k < n; k++) {
        times((void *)x, reduce_shape(x, k), y);
        for (int j = 0; j < n; j++) {
            const double half = 0.5 * s * dot(reduce_shape(x, j), y, x->n);
            to[j * n + k] += half, to[k * n + j] += half;
        }
    }
    free(y);
}

static double *new_matrix(const reducing *x)
{
    return ARENA_ARRAY(x->memory, double, (size_t)x->n_shapes *(size_t)x->n_shapes + 1);
}

static void reduced_matrices(reducing *x, fem *data)
{
    double *M = new_matrix(x), *K = new_matrix(x);
    add_reduced(x, mass_times, 1.0, M);
    add_reduced(x, stiffness_times, 1.0, K);
    data->M = M, data->K = K;
}

/* --- stress stiffening -------------------------------------------------------------------------------------------- */

enum { INERTIA_LOADS = 12 };
static const double STRAIN = 1e-5; /* size of the motions that differences are taken over, of the body */

/* s: inertia force of a unit of component c of record group 19, about the origin o. */
static void inertia_load(reducing *x, int c, vec3 o, double *s)
{
    static const int FIRST[6] = {0, 1, 2, 0, 1, 0}, SECOND[6] = {0, 1, 2, 1, 2, 2};
    double *a = heap_resize(NULL, ((size_t)x->n + 1) * sizeof *a);
    for (int i = 0; i < x->n; i++) {
        const freedom *f = &x->freedoms[i];
        const vec3 d = vec3_sub(position_of(x, f), o);
        const int axis = f->axis, p = c < 6 ? FIRST[c] : 0, q = c < 6 ? SECOND[c] : 0;
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
    mass_times(x, a, s);
    free(a);
}

/* to += s X' K X at the state that e times the motion leads to. */
static void add_displaced(reducing *x, const double *motion, double e, double s, double *to)
{
    arena *own = arena_create();
    solution *before = solution_clone(x->u, own);
    const eigen_pencil p = x->p;
    for (int i = 0; i < x->m->n_unknowns; i++)
        x->u->y[i] += e * motion[i];
    solution_update(x->u);
    x->p = eigen_linearise(x->a, x->u, 1.0, own);
    add_reduced(x, stiffness_times, s, to);
    x->p = p;
    solution_copy(x->u, before);
    solution_destroy(before);
    arena_destroy(own);
}

static double reduce_size_of(const reducing *x)
{
    double most = 0.0;
    for (int i = 0; i < x->n; i++)
        most = fmax(most, vec3_norm(vec3_sub(position_of(x, &x->freedoms[i]), position_of(x, &x->freedoms[0]))));
    return most;
}

/* The matrix of the load s; NULL: it moves nothing. */
static const double *stiffening_by(reducing *x, const double *s)
{
    double *to = new_matrix(x), *motion = ARENA_ARRAY(x->memory, double, x->m->n_unknowns + 1), most = 0.0;
    solve_loads(x, s);
    memcpy(motion, x->full, (size_t)x->m->n_unknowns * sizeof *motion);
    for (int i = 0; i < x->n; i++)
        most = fmax(most, fabs(motion[x->freedoms[i].column]) / (x->freedoms[i].axis < 3 ? reduce_size_of(x) : 1.0));
    if (!(most > 0.0))
        return NULL;
    const double e = STRAIN / most;
    add_displaced(x, motion, e, 0.5 / e, to);
    add_displaced(x, motion, -e, -0.5 / e, to);
    return to;
}

static void add_stiffening(reducing *x, int index, const double *s, fem *data, fem_stiffening *list)
{
    const double *K = stiffening_by(x, s);
    if (K)
        list[data->n_stiffening++] = (fem_stiffening){index, K};
}

/* Loads on interfaces count six for each, in the order in which they are asked for: that of the joint. */
static void stiffen(reducing *x, fem *data)
{
    fem_stiffening *list = ARENA_ARRAY(x->memory, fem_stiffening, INERTIA_LOADS + x->n + 1);
    double *s = ARENA_ARRAY(x->memory, double, x->n + 1);
    const vec3 o = position_of(x, &x->freedoms[first_of(x, x->q->origin)]);
    for (int c = 0; c < INERTIA_LOADS; c++) {
        inertia_load(x, c, o, s);
        add_stiffening(x, c + 1, s, data, list);
    }
    for (int k = 0; k < x->q->n_interfaces; k++) {
        const int first = first_of(x, x->q->interfaces[k]);
        for (int i = 0; i < count_of(x, first); i++) {
            memset(s, 0, (size_t)x->n * sizeof *s);
            s[first + i] = 1.0;
            add_stiffening(x, INERTIA_LOADS + 1 + 6 * k + i, s, data, list);
        }
    }
    data->stiffening = list;
}

/* With the origin alone held. */
static bool find_stiffening(reducing *x, fem *data)
{
    forget_factors(x);
    for (int i = 0; i < x->n; i++)
        x->freedoms[i].is_held = x->freedoms[i].node->label == x->q->origin;
    assemble(x);
    if (!reduce_factor(x))
        return false;
    stiffen(x, data);
    return true;
}

static bool is_exposed(const reducing *x, const node *n)
{
    for (int i = 0; i < x->q->n_exposed; i++)
        if (x->q->exposed[i] == n->label)
            return true;
    for (int i = 0; i < x->q->n_interfaces; i++)
        if (x->q->interfaces[i] == n->label)
            return true;
    return x->q->n_exposed == 0 || (x->q->has_origin && x->q->origin == n->label);
}

static void expose(reducing *x, fem *data)
{
    const size_t most = (size_t)x->n + 1, shapes = (size_t)x->n_shapes;
    const char **labels = ARENA_ARRAY(x->memory, const char *, most);
    int *first = ARENA_ARRAY(x->memory, int, most);
    for (int i = 0; i < x->n; i++)
        if (x->freedoms[i].axis == 0 && is_exposed(x, x->freedoms[i].node)) {
            labels[data->n_nodes] = arena_printf(x->memory, "%u", x->freedoms[i].node->label);
            first[data->n_nodes++] = i;
        }
    const size_t n = (size_t)data->n_nodes;
    double *at = ARENA_ARRAY(x->memory, double, 3 * n + 1), *U = ARENA_ARRAY(x->memory, double, 3 * n * shapes + 1);
    double *V = ARENA_ARRAY(x->memory, double, 3 * n * shapes + 1);
    for (size_t i = 0; i < n; i++) {
        vec3_store(at + 3 * i, position_of(x, &x->freedoms[first[i]]));
        for (size_t k = 0; k < shapes; k++)
            for (size_t c = 0; c < 3; c++) {
                U[3 * (k * n + i) + c] = reduce_shape(x, (int)k)[(size_t)first[i] + c];
                V[3 * (k * n + i) + c] =
                    count_of(x, first[i]) == 6 ? reduce_shape(x, (int)k)[(size_t)first[i] + 3 + c] : 0.0;
            }
    }
    data->labels = labels, data->x = at, data->U = U, data->V = V, data->n_modes = x->n_shapes;
}

/* Whether something resists a motion: a row where its terms do not cancel. */
static bool is_resisted(const reducing *x, const double *motion)
{
    const int n = x->m->n_unknowns;
    double *sum = heap_resize(NULL, (2 * (size_t)n + 1) * sizeof *sum), *size = sum + n;
    bool found = false;
    memset(sum, 0, 2 * (size_t)n * sizeof *sum);
    for (int i = 0; i < x->n; i++) {
        const int j = x->freedoms[i].column;
        for (int k = x->p.plus.start[j]; k < x->p.plus.start[j + 1]; k++) {
            const double term = static_part(x, j, k) * motion[i];
            sum[x->p.plus.row[k]] += term;
            size[x->p.plus.row[k]] += fabs(term);
        }
    }
    for (int i = 0; i < n && !found; i++)
        found = fabs(sum[i]) > 1e-6 * size[i];
    free(sum);
    return found;
}

/* Static shapes of a body that nothing holds contain its motion as a whole. */
static bool is_held_somewhere(const reducing *x, const double *G)
{
    if (x->q->has_origin || x->q->n_interfaces == 0)
        return true;
    for (int a = 0; a < 3; a++)
        if (is_resisted(x, G + (size_t)a * (size_t)x->n))
            return true;
    diag_report(errors_of(x), E_REDUCE_FREE, NOWHERE);
    diag_hint(errors_of(x), "--origin names a node that no shape moves: the modal node of the body will be there");
    return false;
}

static bool find_shapes(reducing *x, reduced *to)
{
    const size_t most = (size_t)(x->q->modes > 0 ? x->q->modes : 0) + (size_t)count_static(x);
    x->X = ARENA_ARRAY(x->memory, double, (most + 1) * (size_t)x->n);
    to->lambda = ARENA_ARRAY(x->memory, double, most + 1);
    to->who = ARENA_ARRAY(x->memory, const char *, most + 1);
    if (!normal_modes(x, to))
        return false;
    static_shapes(x, to);
    return true;
}

static bool reduce(reducing *x, reduced *to)
{
    double *MG, *G;
    list_freedoms(x);
    if (!is_structural(x) || !hold_interfaces(x))
        return false;
    x->full = ARENA_ARRAY(x->memory, double, x->m->n_unknowns + 1);
    G = rigid_motions(x, &MG);
    if (!is_held_somewhere(x, G))
        return false;
    assemble(x);
    if (!reduce_factor(x) || !find_shapes(x, to))
        return false;
    reduced_matrices(x, &to->data);
    rigid_inertia(x, G, MG, &to->data);
    linear_invariants(x, MG, &to->data);
    quadratic_invariants(x, &to->data);
    expose(x, &to->data);
    return !x->q->stiffening || find_stiffening(x, &to->data);
}

bool reduce_now(const reduce_options *q, equations *a, solution *u, arena *memory, reduced *to)
{
    *to = (reduced){0};
    if (q->stiffening && !q->has_origin) {
        diag_report(u->s.errors, E_REDUCE_STIFFENING, NOWHERE);
        return false;
    }
    if (q->modes <= 0 && q->n_interfaces == 0) {
        diag_report(u->s.errors, E_REDUCE_NOTHING, NOWHERE);
        return false;
    }
    reducing x = {.q = q, .m = u->m, .a = a, .u = u, .memory = memory, .p = eigen_linearise(a, u, 1.0, memory)};
    const bool ok = reduce(&x, to);
    forget_factors(&x);
    return ok;
}
