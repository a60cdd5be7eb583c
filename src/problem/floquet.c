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
 * monodromy matrix. What breaks the constraints is gone after the first step: multipliers of zero. */
#include "problem/floquet.h"
#include "problem/diag_rows.h"
#include "problem/run.h"
#include <math.h>
#include <string.h>

typedef struct {
    run *x;
    const model *m;
    arena *memory;
    equations *a; /* of its own: pivots of the run stay as they are */
    int n;
    double c;
    double *columns; /* n x n: deviations now, by what they were at first */
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
            if (f->m->kind[j] == DOF_ALGEBRAIC ? P != 0.0 : P != (f->m->divided[row] ? M : -M))
                f->is_constraint[row] = false;
        }
}

/* The matrix of the step: that of the middle, and constraints of the end. */
static void join(const floquet *f, const eigen_pencil *middle, const eigen_pencil *end)
{
    const csc *P = &middle->plus;
    for (int k = 0; k < csc_entries(P); k++)
        f->a->J->value[k] = f->is_constraint[P->row[k]] ? end->plus.value[k] : P->value[k];
}

/* (E - c K) x; a constraint with an algebraic unknown holds in the middle, Phi (x1 + x0)/2 + Z z = 0. */
static void make_right_side(const floquet *f, const csc *minus, const double *x)
{
    memset(f->right, 0, (size_t)f->n * sizeof *f->right);
    for (int j = 0; j < f->n; j++)
        for (int k = minus->start[j]; f->m->kind[j] == DOF_DIFFERENTIAL && k < minus->start[j + 1]; k++) {
            const int row = minus->row[k];
            const double sign = f->is_constraint[row] ? 0.0 : f->m->divided[row] ? -1.0 : 1.0;
            f->right[row] += sign * minus->value[k] * x[j];
        }
}

static bool factor(const floquet *f)
{
    int column = -1;
    if (equations_factor(f->a, &column) == LINEAR_OK)
        return true;
    char words[200] = "";
    if (column >= 0)
        model_describe_unknown(f->m, column, words, sizeof words, &(place){0, 0, 0});
    diag_report(f->x->errors, E_FLOQUET_SINGULAR, f->x->p->where, f->x->u->s.t, words);
    return false;
}

static bool propagate(const floquet *f, const eigen_pencil *middle, const eigen_pencil *end)
{
    join(f, middle, end);
    if (!factor(f))
        return false;
    for (int j = 0; j < f->n; j++) {
        double *x = f->columns + (size_t)j * (size_t)f->n;
        make_right_side(f, &middle->minus, x);
        equations_apply_inverse(f->a, f->right);
        for (int i = 0; i < f->n; i++)
            x[i] = f->m->kind[i] == DOF_DIFFERENTIAL ? f->right[i] : 0.0;
    }
    return true;
}

static bool step(const floquet *f)
{
    return run_advance(f->x) != RUN_FAILED && fabs(f->x->u->s.dt - f->c) <= 1e-6 * f->c;
}

/* Two steps of the run. */
static bool advance(floquet *f)
{
    arena *memory = arena_create();
    bool ok = step(f);
    if (ok) {
        const eigen_pencil middle = eigen_linearise(f->a, f->x->u, f->c, memory);
        find_constraints(f, &middle);
        ok = step(f);
        if (ok) {
            const eigen_pencil end = eigen_linearise(f->a, f->x->u, f->c, memory);
            ok = propagate(f, &middle, &end);
        }
    }
    arena_destroy(memory);
    return ok;
}

static floquet *create(run *x, double c)
{
    arena *memory = arena_create();
    floquet *f = ARENA_NEW(memory, floquet);
    const size_t n = (size_t)x->u->n;
    *f = (floquet){.x = x,
                   .m = x->m,
                   .memory = memory,
                   .a = equations_create(x->m, memory),
                   .n = x->u->n,
                   .c = c,
                   .columns = ARENA_ARRAY(memory, double, n *n + 1),
                   .right = ARENA_ARRAY(memory, double, n + 1),
                   .is_constraint = ARENA_ARRAY(memory, bool, n + 1)};
    for (size_t i = 0; i < n; i++)
        f->columns[i * n + i] = x->m->kind[i] == DOF_DIFFERENTIAL;
    return f;
}

static void destroy(floquet *f)
{
    equations_destroy(f->a);
    arena_destroy(f->memory);
}

static bool decompose(const floquet *f, eigen_values *found)
{
    const eigen_status status = eigen_standard(f->columns, f->n, found);
    if (status != EIGEN_OK)
        diag_report(f->x->errors, status == EIGEN_NO_LIBRARY ? E_EIGEN_LIBRARY : E_EIGEN_FAILED, f->x->p->where,
                    "LAPACK");
    return status == EIGEN_OK;
}

static bool refuse(const run *x, double period, double dt)
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
        return refuse(x, period, dt);
    floquet *f = create(x, dt);
    bool ok = equations_choose_solver(f->a, x->p->linear, &x->p->linear_options);
    for (long k = 0; k < n && ok; k += 2)
        ok = advance(f);
    const bool is_uneven = !ok && fabs(x->u->s.dt - dt) > 1e-6 * dt;
    ok = ok && decompose(f, found);
    destroy(f);
    return is_uneven ? refuse(x, period, x->u->s.dt) : ok;
}
