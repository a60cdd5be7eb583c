/* linear_lapack.c - dense LU factorisation with partial pivoting by LAPACK.
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

static void *lapack_analyze(const linear_system *system, const linear_options *o)
{
    (void)o;
    lapack_solver *s = heap_resize(NULL, sizeof *s);
    *s = (lapack_solver){.pivots = heap_resize(NULL, (size_t)system->matrix->n * sizeof(int))};
    lapack_library_open(&s->lapack);
    dense_create(&s->matrix, system->matrix->n);
    return s;
}

static void lapack_destroy(void *self)
{
    lapack_solver *s = self;
    dense_destroy(&s->matrix);
    free(s->pivots);
    free(s);
}

static linear_status lapack_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    (void)rule;
    lapack_solver *s = self;
    const int n = s->matrix.n;
    int info;
    dense_load(&s->matrix, system->matrix);
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
    one_at_a_time_enter();
    s->lapack.dgetrs(trans, &n, &one, s->matrix.b, &n, s->pivots, b, &n, &info);
    one_at_a_time_leave();
}

static void lapack_solve(void *self, double *b)
{
    lapack_solver *s = self;
    dense_scale(&s->matrix, s->matrix.r, b);
    back_substitute(s, "N", b);
    dense_scale(&s->matrix, s->matrix.c, b);
}

static void lapack_solve_transposed(void *self, double *b)
{
    lapack_solver *s = self;
    dense_scale(&s->matrix, s->matrix.c, b);
    back_substitute(s, "T", b);
    dense_scale(&s->matrix, s->matrix.r, b);
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
};
