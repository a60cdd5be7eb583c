/* linear_qr.c - dense QR factorisation by LAPACK.
 *
 *     B = R A C (scaled),  B = Q U (dgeqrf),  x = C U^-1 Q' R b (dormqr, dtrtrs),  cond_1(U) by dtrcon */
#include "base/arena.h"
#include "linalg/dense.h"
#include "linalg/lapack_library.h"
#include "linalg/linear_solver.h"
#include "linalg/one_at_a_time.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    lapack_library lapack;
    dense matrix;
    double *tau;
    double *work; /* n_work, at least 3 n */
    int n_work;
    int *iwork; /* n */
} qr_solver;

/* LAPACK says how much it wants when the length is -1. */
static int wanted_work(const lapack_library *lapack, int n)
{
    const int ask = -1, one = 1;
    double factor = 0.0, apply = 0.0, dummy = 0.0;
    int info;
    lapack->dgeqrf(&n, &n, &dummy, &n, &dummy, &factor, &ask, &info);
    lapack->dormqr("L", "T", &n, &one, &n, &dummy, &n, &dummy, &dummy, &n, &apply, &ask, &info);
    return (int)fmax(fmax(factor, apply), 3.0 * n);
}

static void *create(const csc *a, const linear_options *o)
{
    (void)o;
    lapack_library lapack;
    if (!lapack_library_open(&lapack))
        return NULL;
    const size_t n = (size_t)a->n;
    const int n_work = a->n > 0 ? wanted_work(&lapack, a->n) : 0;
    qr_solver *s = heap_resize(NULL, sizeof *s);
    *s = (qr_solver){.lapack = lapack,
                     .tau = heap_resize(NULL, n * sizeof(double)),
                     .work = heap_resize(NULL, (size_t)n_work * sizeof(double)),
                     .n_work = n_work,
                     .iwork = heap_resize(NULL, n * sizeof(int))};
    dense_create(&s->matrix, a->n);
    return s;
}

static void destroy(void *self)
{
    qr_solver *s = self;
    dense_destroy(&s->matrix);
    free(s->tau);
    free(s->work);
    free(s->iwork);
    free(s);
}

static linear_status factor(void *self, const csc *a, int *column)
{
    qr_solver *s = self;
    const int n = a->n;
    if (n == 0)
        return LINEAR_OK;
    dense_load(&s->matrix, a);
    int info;
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

static void solve(void *self, double *b)
{
    qr_solver *s = self;
    if (s->matrix.n == 0)
        return;
    dense_scale(&s->matrix, s->matrix.r, b);
    multiply_q(s, "T", b);
    solve_u(s, "N", b);
    dense_scale(&s->matrix, s->matrix.c, b);
}

static void solve_transposed(void *self, double *b)
{
    qr_solver *s = self;
    if (s->matrix.n == 0)
        return;
    dense_scale(&s->matrix, s->matrix.c, b);
    solve_u(s, "T", b);
    multiply_q(s, "N", b);
    dense_scale(&s->matrix, s->matrix.r, b);
}

static double condition(void *self)
{
    qr_solver *s = self;
    const int n = s->matrix.n;
    if (n == 0)
        return 1.0;
    double rcond;
    int info;
    one_at_a_time_enter();
    s->lapack.dtrcon("1", "U", "N", &n, s->matrix.b, &n, &rcond, s->work, s->iwork, &info);
    one_at_a_time_leave();
    return rcond > 0.0 ? 1.0 / rcond : HUGE_VAL;
}

const linear_type linear_qr = {
    .keyword = "qr",
    .summary = "Dense QR factorisation by LAPACK, for small systems and for quasi-Newton updates.",
    .create = create,
    .destroy = destroy,
    .factor = factor,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .condition = condition,
};
