/* linear_qr.c - dense QR factorisation by LAPACK.
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

static void *qr_analyze(const linear_system *system, const linear_options *o)
{
    (void)o;
    const int n = system->matrix->n;
    qr_solver *s = heap_resize(NULL, sizeof *s);
    *s = (qr_solver){.tau = heap_resize(NULL, (size_t)n * sizeof(double))};
    lapack_library_open(&s->lapack);
    s->n_work = needed_work(&s->lapack, n);
    s->work = heap_resize(NULL, (size_t)s->n_work * sizeof(double));
    dense_create(&s->matrix, n);
    return s;
}

static void qr_destroy(void *self)
{
    qr_solver *s = self;
    dense_destroy(&s->matrix);
    free(s->tau);
    free(s->work);
    free(s);
}

static linear_status qr_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    (void)rule;
    qr_solver *s = self;
    const int n = s->matrix.n;
    int info;
    dense_load(&s->matrix, system->matrix);
    one_at_a_time_enter();
    s->lapack.dgeqrf(&n, &n, s->matrix.b, &n, s->tau, s->work, &s->n_work, &info);
    one_at_a_time_leave();
    *column = dense_lost_pivot(&s->matrix);
    return *column < n ? LINEAR_SINGULAR : LINEAR_OK;
}

static void multiply_q(qr_solver *s, const char *trans, double *b)
{
    const int n = s->matrix.n, one = 1;
    int info;
    one_at_a_time_enter();
    s->lapack.dormqr("L", trans, &n, &one, &n, s->matrix.b, &n, s->tau, b, &n, s->work, &s->n_work, &info);
    one_at_a_time_leave();
}

static void solve_u(qr_solver *s, const char *trans, double *b)
{
    const int n = s->matrix.n, one = 1;
    int info;
    one_at_a_time_enter();
    s->lapack.dtrtrs("U", trans, "N", &n, &one, s->matrix.b, &n, b, &n, &info);
    one_at_a_time_leave();
}

static void qr_solve(void *self, double *b)
{
    qr_solver *s = self;
    dense_scale(&s->matrix, s->matrix.r, b);
    multiply_q(s, "T", b);
    solve_u(s, "N", b);
    dense_scale(&s->matrix, s->matrix.c, b);
}

static void qr_solve_transposed(void *self, double *b)
{
    qr_solver *s = self;
    dense_scale(&s->matrix, s->matrix.c, b);
    solve_u(s, "T", b);
    multiply_q(s, "N", b);
    dense_scale(&s->matrix, s->matrix.r, b);
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
