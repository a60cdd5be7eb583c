/* linear_klu.c - sparse LU factorization by KLU of SuiteSparse.
 *
 * klu_analyze computes the order once. klu_factor chooses pivots; after it klu_refactor repeats the same eliminations
 * with new values, which is much cheaper. Its pivots are stale unless
 *
 *     no pivot has shrunk by more than PIVOT_LOSS since it was chosen, and
 *     the growth  min_j max_i |a_ij| / max_i |u_ij|  (rows scaled) has not fallen below LEAST_GROWTH.
 *
 * With rows and columns scaled to 1, a pivot below LOST n eps is rounding error. */
#include "base/arena.h"
#include "linalg/linear_backend.h"
#include "linalg/scaling.h"
#include <float.h>
#include <klu.h>
#include <math.h>
#include <stdlib.h>

static const double PIVOT_LOSS = 1e-4, LEAST_GROWTH = 1e-6, LOST = 16.0;

typedef struct {
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric; /* NULL if there are no pivots */
    double *chosen;       /* |pivot| when it was chosen */
    double *r, *c;        /* scaling by which rounding errors are recognized */
    double *work;         /* 2 n */
} klu_solver;

/* Called if there is no result: a lack of memory is fatal; otherwise the matrix is the cause. */
static void need_memory(const klu_solver *solver)
{
    if (solver->common.status == KLU_OUT_OF_MEMORY || solver->common.status == KLU_TOO_LARGE)
        memory_exhausted(solver->common.memusage);
}

static int ordering_of(ordering ordering) { return ordering == ORDER_COLAMD ? 1 : ordering == ORDER_GIVEN ? 2 : 0; }

static void *klu_backend_analyze(const linear_system *system, const linear_options *options)
{
    const csc *matrix = system->matrix;
    const size_t n = (size_t)matrix->n;
    klu_solver *solver = heap_resize(NULL, sizeof *solver);
    *solver = (klu_solver){.chosen = heap_resize(NULL, n * sizeof(double)),
                           .r = heap_resize(NULL, n * sizeof(double)),
                           .c = heap_resize(NULL, n * sizeof(double)),
                           .work = heap_resize(NULL, 2 * n * sizeof(double))};
    klu_defaults(&solver->common);
    solver->common.ordering = ordering_of(options->order);
    if (options->pivot_factor > 0.0)
        solver->common.tol = options->pivot_factor;
    solver->symbolic = solver->common.ordering == 2
                           ? klu_analyze_given(matrix->n, matrix->start, matrix->row, NULL, NULL, &solver->common)
                           : klu_analyze(matrix->n, matrix->start, matrix->row, &solver->common);
    need_memory(solver);
    return solver;
}

static void klu_backend_destroy(void *self)
{
    klu_solver *solver = self;
    klu_free_numeric(&solver->numeric, &solver->common);
    klu_free_symbolic(&solver->symbolic, &solver->common);
    free(solver->chosen);
    free(solver->r);
    free(solver->c);
    free(solver->work);
    free(solver);
}

/* Tells whether the pivots of the last klu_factor are still suitable for the factors just computed. */
static bool still_good(klu_solver *solver, const csc *matrix)
{
    const double *pivot = solver->numeric->Udiag;
    for (int k = 0; k < matrix->n; k++)
        if (!(fabs(pivot[k]) >= PIVOT_LOSS * solver->chosen[k]))
            return false;
    klu_rgrowth(matrix->start, matrix->row, matrix->value, solver->symbolic, solver->numeric, &solver->common);
    return solver->common.rgrowth >= LEAST_GROWTH;
}

/* Returns the first column whose pivot is no larger than rounding errors; n if there is none. KLU has divided row k of
 * the pivots by Rs[k]. */
static int lost_pivot(klu_solver *solver, const csc *matrix)
{
    const double *pivot = solver->numeric->Udiag;
    scaling_equilibrate(matrix, solver->r, solver->c, solver->work);
    for (int k = 0; k < matrix->n; k++) {
        const int i = solver->numeric->Pnum[k], j = solver->symbolic->Q[k];
        const double scale = (solver->numeric->Rs ? solver->numeric->Rs[k] : 1.0) * solver->r[i] * solver->c[j];
        if (!(fabs(pivot[k]) * scale > LOST * matrix->n * DBL_EPSILON))
            return j;
    }
    return matrix->n;
}

static linear_status klu_backend_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    (void)rule;
    klu_solver *solver = self;
    const csc *matrix = system->matrix;
    klu_free_numeric(&solver->numeric, &solver->common);
    solver->numeric = klu_factor(matrix->start, matrix->row, matrix->value, solver->symbolic, &solver->common);
    need_memory(solver);
    *column = solver->numeric ? lost_pivot(solver, matrix) : solver->common.singular_col;
    if (*column < matrix->n) {
        klu_free_numeric(&solver->numeric, &solver->common);
        return LINEAR_SINGULAR;
    }
    const double *pivot = solver->numeric->Udiag;
    for (int k = 0; k < matrix->n; k++)
        solver->chosen[k] = fabs(pivot[k]);
    return LINEAR_OK;
}

static linear_status klu_backend_refactor(void *self, const linear_system *system, long uses, int *column)
{
    (void)uses;
    (void)column;
    klu_solver *solver = self;
    const csc *matrix = system->matrix;
    const bool is_done =
        klu_refactor(matrix->start, matrix->row, matrix->value, solver->symbolic, solver->numeric, &solver->common);
    return is_done && still_good(solver, matrix) ? LINEAR_OK : LINEAR_STALE_PIVOTS;
}

static void klu_backend_solve(void *self, double *b)
{
    klu_solver *solver = self;
    klu_solve(solver->symbolic, solver->numeric, solver->symbolic->n, 1, b, &solver->common);
}

static void klu_backend_solve_transposed(void *self, double *b)
{
    klu_solver *solver = self;
    klu_tsolve(solver->symbolic, solver->numeric, solver->symbolic->n, 1, b, &solver->common);
}

/* The factors of a column have as many entries as the average: a lower bound of the products. */
static linear_products klu_backend_products(const void *self)
{
    const klu_solver *solver = self;
    if (!solver->numeric)
        return (linear_products){0.0, 0.0};
    const double n = solver->symbolic->n, lower = solver->numeric->lnz, upper = solver->numeric->unz;
    return (linear_products){n > 0 ? lower * upper / n : 0.0, lower + upper};
}

const linear_backend linear_klu = {
    .keyword = "klu",
    .grammar = "klu [, { colamd | amd | given }] [, pivot factor, REAL]",
    .summary = "Sparse LU factorisation by KLU of SuiteSparse.",
    .analyze = klu_backend_analyze,
    .destroy = klu_backend_destroy,
    .factor = klu_backend_factor,
    .refactor = klu_backend_refactor,
    .solve = klu_backend_solve,
    .solve_transposed = klu_backend_solve_transposed,
    .products = klu_backend_products,
};
