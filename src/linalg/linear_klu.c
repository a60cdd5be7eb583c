/* linear_klu.c - sparse LU factorisation by KLU of SuiteSparse.
 *
 * klu_analyze orders once. klu_factor chooses pivots; after it klu_refactor repeats the same eliminations with new
 * values, which is much cheaper, as long as
 *     no pivot has shrunk by more than PIVOT_LOSS since it was chosen, and
 *     the growth  min_j max_i |a_ij| / max_i |u_ij|  (rows scaled) has not fallen below LEAST_GROWTH;
 *
 * otherwise klu_factor chooses again. With rows and columns scaled to 1, a pivot below LOST n eps is rounding error. */
#include "base/arena.h"
#include "linalg/scaling.h"
#include <float.h>
#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PIVOT_LOSS = 1e-4, LEAST_GROWTH = 1e-6, LOST = 16.0;

typedef struct {
    klu_common common;
    klu_symbolic *symbolic; /* NULL until the first factorisation: an empty system needs none */
    klu_numeric *numeric;
    double *chosen; /* |pivot| when it was chosen */
    double *r, *c;  /* scaling that tells rounding errors */
    double *work;   /* 2 n */
    double *picked; /* values the pivots were chosen with, when they have to be kept */
    bool is_picked; /* the last factorisation chose them */
    linear_age age;
} klu_solver;

/* Without a result: for want of memory there is no way on; else the matrix is to blame. */
static void need_memory(const klu_solver *s)
{
    if (s->common.status == KLU_OUT_OF_MEMORY || s->common.status == KLU_TOO_LARGE)
        memory_exhausted(s->common.memusage);
}

static int ordering_of(ordering o) { return o == ORDER_COLAMD ? 1 : o == ORDER_GIVEN ? 2 : 0; }

static void *create(const csc *a, const linear_options *o)
{
    const size_t n = (size_t)a->n;
    klu_solver *s = heap_resize(NULL, sizeof *s);
    *s = (klu_solver){.chosen = heap_resize(NULL, n * sizeof(double)),
                      .r = heap_resize(NULL, n * sizeof(double)),
                      .c = heap_resize(NULL, n * sizeof(double)),
                      .work = heap_resize(NULL, 2 * n * sizeof(double)),
                      .picked = o->kept ? heap_resize(NULL, (size_t)csc_entries(a) * sizeof(double)) : NULL};
    klu_defaults(&s->common);
    s->common.ordering = ordering_of(o->order);
    if (o->pivot_factor > 0.0)
        s->common.tol = o->pivot_factor;
    if (a->n == 0)
        return s;
    s->symbolic = s->common.ordering == 2 ? klu_analyze_given(a->n, a->start, a->row, NULL, NULL, &s->common)
                                          : klu_analyze(a->n, a->start, a->row, &s->common);
    need_memory(s);
    return s;
}

static void destroy(void *self)
{
    klu_solver *s = self;
    klu_free_numeric(&s->numeric, &s->common);
    klu_free_symbolic(&s->symbolic, &s->common);
    free(s->chosen);
    free(s->r);
    free(s->c);
    free(s->work);
    free(s->picked);
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

static linear_status choose_pivots(klu_solver *s, const csc *a, int *column)
{
    s->age.plans++;
    klu_free_numeric(&s->numeric, &s->common);
    s->is_picked = true;
    if (s->picked && s->picked != a->value)
        memcpy(s->picked, a->value, (size_t)csc_entries(a) * sizeof *a->value);
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

static linear_status factor(void *self, const csc *a, int *column)
{
    klu_solver *s = self;
    if (a->n == 0)
        return LINEAR_OK;
    s->is_picked = false;
    if (s->numeric && klu_refactor(a->start, a->row, a->value, s->symbolic, s->numeric, &s->common) && still_good(s, a))
        return LINEAR_OK;
    return choose_pivots(s, a, column);
}

static void solve(void *self, double *b)
{
    klu_solver *s = self;
    if (s->numeric)
        klu_solve(s->symbolic, s->numeric, s->symbolic->n, 1, b, &s->common);
}

static void solve_transposed(void *self, double *b)
{
    klu_solver *s = self;
    if (s->numeric)
        klu_tsolve(s->symbolic, s->numeric, s->symbolic->n, 1, b, &s->common);
}

static linear_age *age(void *self) { return &((klu_solver *)self)->age; }

static bool keep(archive *ar, void *self, const csc *last)
{
    klu_solver *s = self;
    bool has_pivots = s->numeric != NULL, is_picked = s->is_picked;
    int column;
    archive_bool(ar, &has_pivots);
    archive_bool(ar, &is_picked);
    archive_doubles(ar, s->picked, (size_t)csc_entries(last));
    if (!archive_is_loading(ar) || archive_failed(ar) || !has_pivots)
        return has_pivots;
    csc picked = *last;
    picked.value = s->picked;
    if (choose_pivots(s, &picked, &column) != LINEAR_OK)
        return false;
    return is_picked || factor(s, last, &column) == LINEAR_OK;
}

static double condition(void *self)
{
    klu_solver *s = self;
    if (!s->numeric)
        return 1.0;
    klu_rcond(s->symbolic, s->numeric, &s->common);
    return s->common.rcond > 0.0 ? 1.0 / s->common.rcond : HUGE_VAL;
}

const linear_type linear_klu = {
    .keyword = "klu",
    .summary = "Sparse LU factorisation by KLU of SuiteSparse.",
    .create = create,
    .destroy = destroy,
    .factor = factor,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .condition = condition,
    .keep = keep,
    .age = age,
};
