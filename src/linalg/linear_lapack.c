/* linear_lapack.c - dense LU factorisation with partial pivoting by LAPACK.
 *
 *     B = R A C (scaled),  B = P L U (dgetrf),  x = C U^-1 L^-1 P' R b (dgetrs),  cond_1(B) by dgecon */
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
    int *pivots;
    double *work; /* 4 n */
    int *iwork;   /* n */
} lapack_solver;

static void *create(const csc *a, const linear_options *o)
{
    (void)o;
    lapack_library lapack;
    if (!lapack_library_open(&lapack))
        return NULL;
    const size_t n = (size_t)a->n;
    lapack_solver *s = heap_resize(NULL, sizeof *s);
    *s = (lapack_solver){.lapack = lapack,
                         .pivots = heap_resize(NULL, n * sizeof(int)),
                         .work = heap_resize(NULL, 4 * n * sizeof(double)),
                         .iwork = heap_resize(NULL, n * sizeof(int))};
    dense_create(&s->matrix, a->n);
    return s;
}

static void destroy(void *self)
{
    lapack_solver *s = self;
    dense_destroy(&s->matrix);
    free(s->pivots);
    free(s->work);
    free(s->iwork);
    free(s);
}

static linear_status factor(void *self, const csc *a, int *column)
{
    lapack_solver *s = self;
    const int n = a->n;
    if (n == 0)
        return LINEAR_OK;
    dense_load(&s->matrix, a);
    int info;
    one_at_a_time_enter();
    s->lapack.dgetrf(&n, &n, s->matrix.b, &n, s->pivots, &info);
    one_at_a_time_leave();
    *column = dense_lost_pivot(&s->matrix);
    return *column < n ? LINEAR_SINGULAR : LINEAR_OK;
}

static void back_substitute(lapack_solver *s, const char *trans, double *b)
{
    const int n = s->matrix.n, one = 1;
    int info;
    if (n == 0)
        return;
    one_at_a_time_enter();
    s->lapack.dgetrs(trans, &n, &one, s->matrix.b, &n, s->pivots, b, &n, &info);
    one_at_a_time_leave();
}

static void solve(void *self, double *b)
{
    lapack_solver *s = self;
    dense_scale(&s->matrix, s->matrix.r, b);
    back_substitute(s, "N", b);
    dense_scale(&s->matrix, s->matrix.c, b);
}

static void solve_transposed(void *self, double *b)
{
    lapack_solver *s = self;
    dense_scale(&s->matrix, s->matrix.c, b);
    back_substitute(s, "T", b);
    dense_scale(&s->matrix, s->matrix.r, b);
}

static double condition(void *self)
{
    lapack_solver *s = self;
    const int n = s->matrix.n;
    if (n == 0)
        return 1.0;
    double rcond;
    int info;
    one_at_a_time_enter();
    s->lapack.dgecon("1", &n, s->matrix.b, &n, &s->matrix.norm1, &rcond, s->work, s->iwork, &info);
    one_at_a_time_leave();
    return rcond > 0.0 ? 1.0 / rcond : HUGE_VAL;
}

const linear_type linear_lapack = {
    .keyword = "lapack",
    .summary = "Dense LU factorisation by LAPACK, for very small or full systems.",
    .create = create,
    .destroy = destroy,
    .factor = factor,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .condition = condition,
};
