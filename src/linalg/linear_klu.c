/* linear_klu.c - sparse LU factorisation by KLU of SuiteSparse.
 *
 * klu_analyze orders once. klu_factor chooses pivots; after it klu_refactor repeats the same eliminations with new
 * values, which is much cheaper. Its pivots are stale unless
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
    klu_numeric *numeric; /* NULL: there are no pivots */
    double *chosen;       /* |pivot| when it was chosen */
    double *r, *c;        /* scaling that tells rounding errors */
    double *work;         /* 2 n */
} klu_solver;

/* Without a result: for want of memory there is no way on; else the matrix is to blame. */
static void need_memory(const klu_solver *s)
{
    if (s->common.status == KLU_OUT_OF_MEMORY || s->common.status == KLU_TOO_LARGE)
        memory_exhausted(s->common.memusage);
}

static int ordering_of(ordering o) { return o == ORDER_COLAMD ? 1 : o == ORDER_GIVEN ? 2 : 0; }

static void *klu_backend_analyze(const linear_system *system, const linear_options *o)
{
    const csc *a = system->matrix;
    const size_t n = (size_t)a->n;
    klu_solver *s = heap_resize(NULL, sizeof *s);
    *s = (klu_solver){.chosen = heap_resize(NULL, n * sizeof(double)),
                      .r = heap_resize(NULL, n * sizeof(double)),
                      .c = heap_resize(NULL, n * sizeof(double)),
                      .work = heap_resize(NULL, 2 * n * sizeof(double))};
    klu_defaults(&s->common);
    s->common.ordering = ordering_of(o->order);
    if (o->pivot_factor > 0.0)
        s->common.tol = o->pivot_factor;
    s->symbolic = s->common.ordering == 2 ? klu_analyze_given(a->n, a->start, a->row, NULL, NULL, &s->common)
                                          : klu_analyze(a->n, a->start, a->row, &s->common);
    need_memory(s);
    return s;
}

static void klu_backend_destroy(void *self)
{
    klu_solver *s = self;
    klu_free_numeric(&s->numeric, &s->common);
    klu_free_symbolic(&s->symbolic, &s->common);
    free(s->chosen);
    free(s->r);
    free(s->c);
    free(s->work);
    free(s);
}

/* Whether the pivots of the last klu_factor are still good for the factors just computed. */
static bool still_good(klu_solver *s, const csc *a)
{
    const double *pivot = s->numeric->Udiag;
    for (int k = 0; k < a->n; k++)
        if (!(fabs(pivot[k]) >= PIVOT_LOSS * s->chosen[k]))
            return false;
    klu_rgrowth(a->start, a->row, a->value, s->symbolic, s->numeric, &s->common);
    return s->common.rgrowth >= LEAST_GROWTH;
}

/* The first column whose pivot is nothing but rounding error; n when there is none. KLU has divided row k of the pivots
 * by Rs[k]. */
static int lost_pivot(klu_solver *s, const csc *a)
{
    const double *pivot = s->numeric->Udiag;
    scaling_equilibrate(a, s->r, s->c, s->work);
    for (int k = 0; k < a->n; k++) {
        const int i = s->numeric->Pnum[k], j = s->symbolic->Q[k];
        const double scale = (s->numeric->Rs ? s->numeric->Rs[k] : 1.0) * s->r[i] * s->c[j];
        if (!(fabs(pivot[k]) * scale > LOST * a->n * DBL_EPSILON))
            return j;
    }
    return a->n;
}

static linear_status klu_backend_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    (void)rule;
    klu_solver *s = self;
    const csc *a = system->matrix;
    klu_free_numeric(&s->numeric, &s->common);
    s->numeric = klu_factor(a->start, a->row, a->value, s->symbolic, &s->common);
    need_memory(s);
    *column = s->numeric ? lost_pivot(s, a) : s->common.singular_col;
    if (*column < a->n) {
        klu_free_numeric(&s->numeric, &s->common);
        return LINEAR_SINGULAR;
    }
    const double *pivot = s->numeric->Udiag;
    for (int k = 0; k < a->n; k++)
        s->chosen[k] = fabs(pivot[k]);
    return LINEAR_OK;
}

static linear_status klu_backend_refactor(void *self, const linear_system *system, long uses, int *column)
{
    (void)uses;
    (void)column;
    klu_solver *s = self;
    const csc *a = system->matrix;
    const bool is_done = klu_refactor(a->start, a->row, a->value, s->symbolic, s->numeric, &s->common);
    return is_done && still_good(s, a) ? LINEAR_OK : LINEAR_STALE_PIVOTS;
}

static void klu_backend_solve(void *self, double *b)
{
    klu_solver *s = self;
    klu_solve(s->symbolic, s->numeric, s->symbolic->n, 1, b, &s->common);
}

static void klu_backend_solve_transposed(void *self, double *b)
{
    klu_solver *s = self;
    klu_tsolve(s->symbolic, s->numeric, s->symbolic->n, 1, b, &s->common);
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
};
