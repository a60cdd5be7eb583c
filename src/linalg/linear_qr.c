/* linear_qr.c - dense QR factorization by LAPACK.
 *
 *     B = R A C (scaled),  B = Q U (dgeqrf),  x = C U^-1 Q' R b (dormqr, dtrtrs) */
#include "linalg/dense.h"
#include "linalg/lapack_library.h"
#include "linalg/linear_backend.h"
#include "linalg/one_at_a_time.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    lapack_library lapack;
    dense matrix;
    double *tau;
    double *work; /* n_work */
    int n_work;
} qr_solver;

/* LAPACK returns the length that it needs when the length is -1. */
static int needed_work(const lapack_library *lapack, int n)
{
    const int ask = -1, one = 1;
    double factor = 0.0, apply = 0.0, dummy = 0.0;
    int info;
    lapack->dgeqrf(&n, &n, &dummy, &n, &dummy, &factor, &ask, &info);
    lapack->dormqr("L", "T", &n, &one, &n, &dummy, &n, &dummy, &dummy, &n, &apply, &ask, &info);
    return (int)fmax(factor, apply);
}

static void *qr_analyze(const linear_system *system, const linear_options *options)
{
    (void)options;
    const int n = system->matrix->n;
    qr_solver *solver = heap_resize(NULL, sizeof *solver);
    *solver = (qr_solver){.tau = heap_resize(NULL, (size_t)n * sizeof(double))};
    lapack_library_open(&solver->lapack);
    solver->n_work = needed_work(&solver->lapack, n);
    solver->work = heap_resize(NULL, (size_t)solver->n_work * sizeof(double));
    dense_create(&solver->matrix, n);
    return solver;
}

static void qr_destroy(void *self)
{
    qr_solver *solver = self;
    dense_destroy(&solver->matrix);
    free(solver->tau);
    free(solver->work);
    free(solver);
}

static linear_status qr_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    (void)rule;
    qr_solver *solver = self;
    const int n = solver->matrix.n;
    int info;
    dense_load(&solver->matrix, system->matrix);
    one_at_a_time_enter();
    solver->lapack.dgeqrf(&n, &n, solver->matrix.b, &n, solver->tau, solver->work, &solver->n_work, &info);
    one_at_a_time_leave();
    *column = dense_lost_pivot(&solver->matrix);
    return *column < n ? LINEAR_SINGULAR : LINEAR_OK;
}

static void multiply_q(qr_solver *solver, const char *trans, double *b)
{
    const int n = solver->matrix.n, one = 1;
    int info;
    one_at_a_time_enter();
    solver->lapack.dormqr("L", trans, &n, &one, &n, solver->matrix.b, &n, solver->tau, b, &n, solver->work,
                          &solver->n_work, &info);
    one_at_a_time_leave();
}

static void solve_u(qr_solver *solver, const char *trans, double *b)
{
    const int n = solver->matrix.n, one = 1;
    int info;
    one_at_a_time_enter();
    solver->lapack.dtrtrs("U", trans, "N", &n, &one, solver->matrix.b, &n, b, &n, &info);
    one_at_a_time_leave();
}

static void qr_solve(void *self, double *b)
{
    qr_solver *solver = self;
    dense_scale(&solver->matrix, solver->matrix.r, b);
    multiply_q(solver, "T", b);
    solve_u(solver, "N", b);
    dense_scale(&solver->matrix, solver->matrix.c, b);
}

static void qr_solve_transposed(void *self, double *b)
{
    qr_solver *solver = self;
    dense_scale(&solver->matrix, solver->matrix.c, b);
    solve_u(solver, "T", b);
    multiply_q(solver, "N", b);
    dense_scale(&solver->matrix, solver->matrix.r, b);
}

const linear_backend linear_qr = {
    .keyword = "qr",
    .grammar = "qr",
    .summary = "Dense QR factorisation by LAPACK, for small systems and for quasi-Newton updates.",
    .is_available = lapack_library_is_available,
    .analyze = qr_analyze,
    .destroy = qr_destroy,
    .factor = qr_factor,
    .solve = qr_solve,
    .solve_transposed = qr_solve_transposed,
};
