/* linear_lapack.c - dense LU factorization with partial pivoting by LAPACK.
 *
 *     B = R A C (scaled),  B = P L U (dgetrf),  x = C U^-1 L^-1 P' R b (dgetrs) */
#include "linalg/dense.h"
#include "linalg/lapack_library.h"
#include "linalg/linear_backend.h"
#include "linalg/one_at_a_time.h"
#include <stdlib.h>

typedef struct {
    lapack_library lapack;
    dense matrix;
    int *pivots;
} lapack_solver;

static void *lapack_analyze(const linear_system *system, const linear_options *options)
{
    (void)options;
    lapack_solver *solver = heap_resize(NULL, sizeof *solver);
    *solver = (lapack_solver){.pivots = heap_resize(NULL, (size_t)system->matrix->n * sizeof(int))};
    lapack_library_open(&solver->lapack);
    dense_create(&solver->matrix, system->matrix->n);
    return solver;
}

static void lapack_destroy(void *self)
{
    lapack_solver *solver = self;
    dense_destroy(&solver->matrix);
    free(solver->pivots);
    free(solver);
}

static linear_status lapack_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    (void)rule;
    lapack_solver *solver = self;
    const int n = solver->matrix.n;
    int info;
    dense_load(&solver->matrix, system->matrix);
    one_at_a_time_enter();
    solver->lapack.dgetrf(&n, &n, solver->matrix.b, &n, solver->pivots, &info);
    one_at_a_time_leave();
    *column = dense_lost_pivot(&solver->matrix);
    return *column < n ? LINEAR_SINGULAR : LINEAR_OK;
}

static void back_substitute(lapack_solver *solver, const char *trans, double *b)
{
    const int n = solver->matrix.n, one = 1;
    int info;
    one_at_a_time_enter();
    solver->lapack.dgetrs(trans, &n, &one, solver->matrix.b, &n, solver->pivots, b, &n, &info);
    one_at_a_time_leave();
}

static void lapack_solve(void *self, double *b)
{
    lapack_solver *solver = self;
    dense_scale(&solver->matrix, solver->matrix.r, b);
    back_substitute(solver, "N", b);
    dense_scale(&solver->matrix, solver->matrix.c, b);
}

static void lapack_solve_transposed(void *self, double *b)
{
    lapack_solver *solver = self;
    dense_scale(&solver->matrix, solver->matrix.c, b);
    back_substitute(solver, "T", b);
    dense_scale(&solver->matrix, solver->matrix.r, b);
}

static linear_products lapack_products(const void *self)
{
    const double n = ((const lapack_solver *)self)->matrix.n;
    return (linear_products){n * n * n / 3.0, n * n};
}

const linear_backend linear_lapack = {
    .keyword = "lapack",
    .grammar = "lapack",
    .summary = "Dense LU factorisation by LAPACK, for very small or full systems.",
    .is_available = lapack_library_is_available,
    .analyze = lapack_analyze,
    .destroy = lapack_destroy,
    .factor = lapack_factor,
    .solve = lapack_solve,
    .solve_transposed = lapack_solve_transposed,
    .products = lapack_products,
};
