/* floquet.c - stability of a periodic motion: the monodromy matrix from the linear equations along the run.
 *
 *     E(t) x' + K(t) x + Z(t) z = 0        x differential unknowns, z algebraic ones
 *
 * Two steps of the run, of length c each, are one of the midpoint rule, with the matrices of the state between them:
 *
 *     (E + c K) x1 + Z z = (E - c K) x0    that is, Aplus and Aminus of an eigenanalysis with this c
 *
 * but constraints on positions hold at the end: Phi(t1) x1 = 0. The rule neither damps nor excites, its error is of
 * second order, and multipliers need no damping to be found. Starting from all unit vectors the columns become the
 * monodromy matrix. What breaks the constraints is gone after the first step: multipliers of zero.
 *
 * Elements that take differences over the step (the air that moves with a section) add B w' + C x', w = x'. What they
 * difference turns with their nodes, whose deviations S = w_node x turns: B (w' - S w) + C (x' - S x). With
 * w1 + w0 = (x1 - x0)/c that adds
 *
 *     (B/c - B S + C - c C S) x1 - (B/c - B S + C + c C S) x0 - 2 B w0
 *
 * and w joins x in the monodromy matrix. That slopes change as a blade turns, other than by turning, is left out. */
#include "problem/floquet.h"
#include "problem/diag_rows.h"
#include "problem/run_internals.h"
#include <math.h>
#include <string.h>

typedef struct {
    run *x;
    const model *model;
    arena *memory;
    equations *a; /* of its own: pivots of the run stay as they are */
    int n;
    double c;
    int m;           /* n, and as many w as there are */
    int *which;      /* of an unknown: the index of its w, -1: none */
    double *columns; /* m x m: deviations now, by what they were at first */
    double *right;
    bool *is_constraint; /* rows that hold at the end */
} floquet;

/* Rows with neither derivatives nor algebraic unknowns. */
static void find_constraints(floquet *f, const eigen_pencil *p)
{
    for (int i = 0; i < f->n; i++)
        f->is_constraint[i] = true;
    for (int j = 0; j < f->n; j++)
        for (int k = p->plus.start[j]; k < p->plus.start[j + 1]; k++) {
            const int row = p->plus.row[k];
            const double P = p->plus.value[k], M = p->minus.value[k];
            if (f->model->kind[j] == DOF_ALGEBRAIC ? P != 0.0 : P != (f->model->divided[row] ? M : -M))
                f->is_constraint[row] = false;
        }
}

/* What differences over the step add to the factors of x1, x0 and w0, on the pattern of the model. NULL: nothing. */
typedef struct {
    double *x1, *x0, *w0;
} differences;

static int entry_of(const csc *P, int row, int column)
{
    int k = P->start[column];
    while (k < P->start[column + 1] && P->row[k] != row)
        k++;
    return k < P->start[column + 1] ? k : -1;
}

/* -B S - + c C S for the three unknowns from `first`, which turn with w. */
static void turn_three(const csc *P, const double *B, const double *C, double c, int first, vec3 w, differences *d)
{
    const double S[3][3] = {{0, -w.z, w.y}, {w.z, 0, -w.x}, {-w.y, w.x, 0}};
    for (int a = 0; a < 3; a++)
        for (int k = P->start[first + a]; k < P->start[first + a + 1]; k++)
            for (int b = 0; b < 3; b++) {
                const int to = S[a][b] != 0.0 && (B[k] != 0.0 || C[k] != 0.0) ? entry_of(P, P->row[k], first + b) : -1;
                if (to < 0)
                    continue;
                d->x1[to] -= (B[k] + c * C[k]) * S[a][b];
                d->x0[to] -= (B[k] - c * C[k]) * S[a][b];
            }
}

static differences differences_of(const floquet *f, const eigen_pencil *p, arena *memory)
{
    const int entries = csc_entries(&p->plus);
    if (!p->by_plus || f->m == f->n)
        return (differences){NULL, NULL, NULL};
    double *B = ARENA_ARRAY(memory, double, 5 * entries), *C = B + entries;
    differences d = {.x1 = C + entries, .x0 = C + 2 * entries, .w0 = C + 3 * entries};
    for (int k = 0; k < entries; k++) {
        const double minus = p->by_minus ? p->by_minus[k] : 0.0;
        B[k] = 0.5 * (p->by_plus[k] + minus), C[k] = 0.5 * (p->by_plus[k] - minus) / f->c;
        d.x1[k] = d.x0[k] = B[k] / f->c + C[k];
        d.w0[k] = 2 * B[k];
    }
    for (int i = 0; i < f->model->nodes.n; i++) {
        const node *n = f->model->nodes.items[i];
        for (int k = 0; n->pose >= 0 && n->dof >= 0 && n->has_rotation && k < 6; k += 3)
            turn_three(&p->plus, B, C, f->c, n->dof + k, f->x->u->s.poses[n->pose].w, &d);
    }
    return d;
}

/* The matrix of the step: that of the middle, and constraints of the end. */
static void floquet_join(const floquet *f, const eigen_pencil *middle, const differences *by, const eigen_pencil *end)
{
    const csc *P = &middle->plus;
    for (int k = 0; k < csc_entries(P); k++)
        f->a->J->value[k] = f->is_constraint[P->row[k]] ? end->plus.value[k] : P->value[k] + (by->x1 ? by->x1[k] : 0.0);
}

/* (E - c K) x; a constraint with an algebraic unknown holds in the middle, Phi (x1 + x0)/2 + Z z = 0. */
static void make_right_side(const floquet *f, const csc *minus, const differences *by, const double *x)
{
    memset(f->right, 0, (size_t)f->n * sizeof *f->right);
    for (int j = 0; j < f->n; j++)
        for (int k = minus->start[j]; f->model->kind[j] == DOF_DIFFERENTIAL && k < minus->start[j + 1]; k++) {
            const int row = minus->row[k];
            const double sign = f->is_constraint[row] ? 0.0 : f->model->divided[row] ? -1.0 : 1.0;
            f->right[row] += sign * minus->value[k] * x[j];
            if (by->x0)
                f->right[row] += by->x0[k] * x[j] + (f->which[j] >= 0 ? by->w0[k] * x[f->which[j]] : 0.0);
        }
}

static bool floquet_factor(const floquet *f)
{
    int column = -1;
    if (equations_factor(f->a, &column) == LINEAR_OK)
        return true;
    char words[200] = "";
    if (column >= 0)
        model_describe_unknown(f->model, column, words, sizeof words, &(place){0, 0, 0});
    diag_report(f->x->errors, E_FLOQUET_SINGULAR, f->x->p->where, f->x->u->s.t, words);
    return false;
}

static bool propagate(const floquet *f, const eigen_pencil *middle, const differences *by, const eigen_pencil *end)
{
    floquet_join(f, middle, by, end);
    if (!floquet_factor(f))
        return false;
    for (int j = 0; j < f->m; j++) {
        double *x = f->columns + (size_t)j * (size_t)f->m;
        make_right_side(f, &middle->minus, by, x);
        equations_apply_inverse(f->a, f->right);
        for (int i = 0; i < f->n; i++) {
            const double now = f->model->kind[i] == DOF_DIFFERENTIAL ? f->right[i] : 0.0;
            if (f->which[i] >= 0)
                x[f->which[i]] = (now - x[i]) / f->c - x[f->which[i]];
            x[i] = now;
        }
    }
    return true;
}

static bool floquet_step(const floquet *f)
{
    return run_advance(f->x) != RUN_FAILED && fabs(f->x->u->s.dt - f->c) <= 1e-6 * f->c;
}

/* Two steps of the run. */
static bool floquet_advance(floquet *f)
{
    arena *memory = arena_create();
    bool ok = floquet_step(f);
    if (ok) {
        const eigen_pencil middle = eigen_linearise(f->a, f->x->u, f->c, memory);
        const differences by = differences_of(f, &middle, memory);
        find_constraints(f, &middle);
        ok = floquet_step(f);
        if (ok) {
            const eigen_pencil end = eigen_linearise(f->a, f->x->u, f->c, memory);
            ok = propagate(f, &middle, &by, &end);
        }
    }
    arena_destroy(memory);
    return ok;
}

/* The unknowns whose derivatives are differenced now. */
static void find_differenced(floquet *f)
{
    arena *own = arena_create();
    const eigen_pencil p = eigen_linearise(f->a, f->x->u, f->c, own);
    f->m = f->n;
    for (int j = 0; j < f->n; j++) {
        f->which[j] = -1;
        for (int k = p.plus.start[j]; p.by_plus && k < p.plus.start[j + 1] && f->which[j] < 0; k++)
            if (p.by_plus[k] != 0.0 && f->model->kind[j] == DOF_DIFFERENTIAL)
                f->which[j] = f->m++;
    }
    arena_destroy(own);
}

static floquet *floquet_create(run *x, double c)
{
    arena *memory = arena_create();
    floquet *f = ARENA_NEW(memory, floquet);
    const int n = x->u->n;
    *f = (floquet){.x = x,
                   .model = x->m,
                   .memory = memory,
                   .a = equations_create(x->m, memory),
                   .n = n,
                   .c = c,
                   .which = ARENA_ARRAY(memory, int, n + 1),
                   .right = ARENA_ARRAY(memory, double, n + 1),
                   .is_constraint = ARENA_ARRAY(memory, bool, n + 1)};
    find_differenced(f);
    const size_t m = (size_t)f->m;
    f->columns = ARENA_ARRAY(memory, double, m *m + 1);
    for (size_t i = 0; i < m; i++)
        f->columns[i * m + i] = i >= (size_t)n || x->m->kind[i] == DOF_DIFFERENTIAL;
    return f;
}

static void destroy(floquet *f)
{
    equations_destroy(f->a);
    arena_destroy(f->memory);
}

static bool decompose(const floquet *f, eigen_values *found)
{
    const eigen_status status = eigen_standard(f->columns, f->m, found);
    if (status != EIGEN_OK)
        diag_report(f->x->errors, status == EIGEN_NO_LIBRARY ? E_EIGEN_LIBRARY : E_EIGEN_FAILED, f->x->p->where,
                    "LAPACK");
    return status == EIGEN_OK;
}

static bool floquet_refuse(const run *x, double period, double dt)
{
    diag_report(x->errors, E_FLOQUET_STEPS, x->p->where, period, period / dt, dt);
    return false;
}

bool floquet_multipliers(run *x, double period, eigen_values *found)
{
    const double dt = x->u->s.dt > 0.0 ? x->u->s.dt : x->p->dt, steps = period / dt;
    const long n = lround(steps);
    *found = (eigen_values){0};
    if (n < 2 || n % 2 || fabs(steps - (double)n) > 1e-4 * (double)n)
        return floquet_refuse(x, period, dt);
    floquet *f = floquet_create(x, dt);
    bool ok = equations_choose_solver(f->a, x->p->linear, &x->p->linear_options);
    for (long k = 0; k < n && ok; k += 2)
        ok = floquet_advance(f);
    const bool is_uneven = !ok && fabs(x->u->s.dt - dt) > 1e-6 * dt;
    ok = ok && decompose(f, found);
    destroy(f);
    return is_uneven ? floquet_refuse(x, period, x->u->s.dt) : ok;
}
