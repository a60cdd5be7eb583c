/* linear_mumps.c - sparse factorisation by MUMPS: nested dissection and dense fronts by BLAS 3, for meshes.
 *
 * Momenta are taken out first (condensed.h). What is left is factored as L D L' while it is symmetric but for signs
 * of rows (symmetry.h), which is half the work; from the first time it is not, as L U. Unknowns are ordered by nested
 * dissection of the pattern (METIS). The analysis also looks at values; it is kept while factorisations keep to it:
 * delayed pivots make fronts grow, and when the operations exceed GROWTH times those that it foresaw, the next
 * factorisation analyses anew. */
#include "base/arena.h"
#include "base/memory_limit.h"
#include "linalg/condensed.h"
#include "linalg/condition.h"
#include "linalg/linear_solver.h"
#include "linalg/mumps_library.h"
#include "linalg/nested_dissection.h"
#include "linalg/symmetry.h"
#include <btf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BEGIN = -1, END = -2, ANALYSE = 1, FACTOR = 2, SOLVE = 3 }; /* jobs */
enum { STRUCTURALLY_SINGULAR = -6, FORTRAN_COMMUNICATOR = -987654 };
enum { ORDER_BY_AMD = 0, ORDER_GIVEN_HERE = 1, TRIES = 6 };
enum { GENERAL = 0, SYMMETRIC = 2 };
static const double GROWTH = 4.0;
/* Numbers of controls as the manual of MUMPS has them, from 1. */
#define ICNTL(k) icntl[(k)-1]
#define CNTL(k) cntl[(k)-1]
#define INFOG(k) infog[(k)-1]
#define RINFOG(k) rinfog[(k)-1]

typedef struct {
    DMUMPS_STRUC_C m;
    linear_options options;
    condensed *whole;  /* what is factored is its rest */
    half_matrix *half; /* NULL: it is not symmetric */
    int *row, *column; /* of its entries, from 1 */
    int *place;        /* of each unknown in the order of elimination, from 1; NULL: by minimum degree */
    bool is_begun, is_analysed, is_factored;
    bool is_picked; /* the last factorisation was the first after its analysis, whose scaling differs */
    const csc *factored;
    double *work;    /* 3 n, of the condition number */
    double foreseen; /* operations of a factorisation */
    double *picked;  /* values that were analysed, when they have to be kept */
    linear_age age;
} mumps_solver;

static int call(mumps_solver *s, int job)
{
    s->m.job = job;
    mumps_library_call(&s->m);
    return s->m.INFOG(1);
}

static bool is_there(void) { return mumps_library_open(); }

static void list_entries(mumps_solver *s, const csc *a)
{
    const half_matrix *h = s->half;
    const int n = h ? h->n_entries : csc_entries(a);
    s->row = heap_resize(s->row, ((size_t)n + 1) * sizeof(int));
    s->column = heap_resize(s->column, ((size_t)n + 1) * sizeof(int));
    for (int k = 0; h && k < n; k++) {
        s->row[k] = h->row[k] + 1;
        s->column[k] = h->column[k] + 1;
    }
    for (int j = 0; !h && j < a->n; j++)
        for (int k = a->start[j]; k < a->start[j + 1]; k++) {
            s->row[k] = a->row[k] + 1;
            s->column[k] = j + 1;
        }
    s->m.n = a->n;
    s->m.nnz = n;
    s->m.irn = s->row;
    s->m.jcn = s->column;
}

static void find_order(mumps_solver *s, const csc *a)
{
    s->place = heap_resize(s->place, ((size_t)a->n + 1) * sizeof *s->place);
    if (!nested_dissection(a, NULL, s->place)) {
        free(s->place);
        s->place = NULL;
        return;
    }
    for (int i = 0; i < a->n; i++)
        s->place[i]++;
}

static void set_controls(mumps_solver *s)
{
    for (int k = 1; k <= 4; k++)
        s->m.ICNTL(k) = k == 4 ? 0 : -1; /* silent */
    s->m.ICNTL(7) = s->place ? ORDER_GIVEN_HERE : ORDER_BY_AMD;
    s->m.perm_in = s->place;
    s->m.ICNTL(24) = 1; /* null pivots are found, not divided by */
    if (s->options.pivot_factor > 0.0)
        s->m.CNTL(1) = s->options.pivot_factor;
}

static void end(mumps_solver *s)
{
    if (s->is_begun)
        call(s, END);
    s->is_begun = s->is_analysed = s->is_factored = false;
}

static void begin(mumps_solver *s, const csc *a)
{
    memset(&s->m, 0, sizeof s->m);
    s->m.par = 1;
    s->m.sym = s->half ? SYMMETRIC : GENERAL;
    s->m.comm_fortran = FORTRAN_COMMUNICATOR;
    call(s, BEGIN);
    s->is_begun = true;
    list_entries(s, a);
    set_controls(s);
}

/* What is to be factored of a matrix with this pattern. */
static void prepare(mumps_solver *s, const csc *a)
{
    s->half = half_matrix_create(a);
    if (s->options.order != ORDER_AMD)
        find_order(s, a);
}

static void give_up_symmetry(mumps_solver *s)
{
    end(s);
    half_matrix_destroy(s->half);
    s->half = NULL;
}

/* Momenta have been given up: the matrix is another one. */
static void start_over(mumps_solver *s, const csc *a)
{
    give_up_symmetry(s);
    prepare(s, a);
}

static void destroy(void *self)
{
    mumps_solver *s = self;
    end(s);
    condensed_destroy(s->whole);
    half_matrix_destroy(s->half);
    free(s->row);
    free(s->column);
    free(s->place);
    free(s->picked);
    free(s->work);
    free(s);
}

static void *create(const csc *a, const linear_options *o)
{
    if (!mumps_library_open())
        return NULL;
    mumps_solver *s = heap_resize(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->options = *o;
    if (a->n == 0)
        return s;
    s->whole = condensed_create(a, linear_crew(o));
    prepare(s, condensed_rest(s->whole, a));
    s->picked = o->kept ? heap_resize(NULL, (size_t)csc_entries(a) * sizeof(double)) : NULL;
    return s;
}

/* For want of memory there is no way on; what else may go wrong is the matrix. */
static void need_memory(const mumps_solver *s)
{
    const int what = s->m.INFOG(1);
    if (what == -5 || what == -7 || what == -13)
        memory_exhausted(0);
}

/* What the analysis foresees, in millions of bytes, has to fit. */
static void foresee_memory(const mumps_solver *s)
{
    const double wanted = 1e6 * s->m.INFOG(16);
    if (wanted > memory_available())
        memory_exhausted((size_t)wanted);
}

/* A column that no row is left for. */
static int unmatched_column(const csc *a)
{
    const size_t n = (size_t)a->n;
    int *match = heap_resize(NULL, n * sizeof(int)), *work = heap_resize(NULL, 5 * n * sizeof(int));
    bool *has = memset(heap_resize(NULL, n * sizeof *has), 0, n * sizeof *has);
    double done;
    btf_maxtrans(a->n, a->n, a->start, a->row, 0.0, &done, match, work);
    for (int i = 0; i < a->n; i++)
        if (match[i] >= 0)
            has[match[i]] = true;
    int j = 0;
    while (j < a->n - 1 && has[j])
        j++;
    free(match);
    free(work);
    free(has);
    return j;
}

static linear_status analyse(mumps_solver *s, const csc *a, int *column)
{
    s->age.plans++;
    s->is_analysed = false;
    const int status = call(s, ANALYSE);
    need_memory(s);
    if (status == STRUCTURALLY_SINGULAR) {
        *column = condensed_column(s->whole, unmatched_column(a));
        return LINEAR_SINGULAR;
    }
    if (status >= 0)
        foresee_memory(s);
    s->foreseen = s->m.RINFOG(1);
    s->is_analysed = status >= 0;
    *column = 0;
    return s->is_analysed ? LINEAR_OK : LINEAR_SINGULAR;
}

/* Factors; delayed pivots may need more room than was foreseen, and will do so again. */
static int factor_with_room(mumps_solver *s)
{
    enum { TOO_SMALL = -9, TOO_SMALL_TOO = -8 };
    int status = call(s, FACTOR);
    for (int k = 0; k < TRIES && (status == TOO_SMALL || status == TOO_SMALL_TOO); k++) {
        s->m.ICNTL(14) = 2 * s->m.ICNTL(14) + 20;
        status = call(s, FACTOR);
    }
    need_memory(s);
    return status;
}

/* Where the first vector of the null space is largest. */
static int null_column(mumps_solver *s)
{
    double *v = heap_resize(NULL, (size_t)s->m.n * sizeof *v);
    memset(v, 0, (size_t)s->m.n * sizeof *v);
    s->m.ICNTL(9) = s->m.ICNTL(25) = 1;
    s->m.nrhs = 1;
    s->m.lrhs = s->m.n;
    s->m.rhs = v;
    call(s, SOLVE);
    s->m.ICNTL(25) = 0;
    int most = 0;
    for (int i = 1; i < s->m.n; i++)
        most = fabs(v[i]) > fabs(v[most]) ? i : most;
    free(v);
    return most;
}

/* The matrix that is to be factored, begun, with its values. */
static const csc *take(mumps_solver *s, const csc *a)
{
    if (!condensed_take(s->whole, a))
        start_over(s, a);
    const csc *rest = condensed_rest(s->whole, a);
    if (s->half && !half_matrix_load(s->half, rest, linear_crew(&s->options)))
        give_up_symmetry(s);
    if (!s->is_begun)
        begin(s, rest);
    s->m.a = s->half ? s->half->value : rest->value;
    return rest;
}

static linear_status factor(void *self, const csc *a, int *column)
{
    mumps_solver *s = self;
    if (a->n == 0)
        return LINEAR_OK;
    s->is_factored = false;
    s->factored = a;
    const csc *rest = take(s, a);
    s->is_picked = !s->is_analysed;
    if (s->is_picked && s->picked && s->picked != a->value)
        memcpy(s->picked, a->value, (size_t)csc_entries(a) * sizeof *a->value);
    if (!s->is_analysed && analyse(s, rest, column) != LINEAR_OK)
        return LINEAR_SINGULAR;
    const int status = factor_with_room(s);
    if (status < 0 || s->m.INFOG(28) > 0) {
        *column = condensed_column(s->whole, status >= 0 ? null_column(s) : unmatched_column(rest));
        s->is_analysed = false;
        return LINEAR_SINGULAR;
    }
    s->is_factored = true;
    s->is_analysed = s->m.RINFOG(3) <= GROWTH * s->foreseen;
    return LINEAR_OK;
}

static void change_signs(const mumps_solver *s, double *b)
{
    for (int i = 0; s->half && i < s->half->n; i++)
        b[i] *= s->half->sign[i];
}

static void solve_rest(mumps_solver *s, double *b, bool is_plain)
{
    s->m.ICNTL(9) = is_plain;
    s->m.nrhs = 1;
    s->m.rhs = b;
    call(s, SOLVE);
}

static void solve_plain(void *self, double *b)
{
    change_signs(self, b);
    solve_rest(self, b, true);
}

static void solve_mirrored(void *self, double *b)
{
    solve_rest(self, b, false);
    change_signs(self, b);
}

static void solve(void *self, double *b)
{
    const mumps_solver *s = self;
    if (s->is_factored)
        condensed_solve(s->whole, b, solve_plain, self);
}

static void solve_transposed(void *self, double *b)
{
    const mumps_solver *s = self;
    if (s->is_factored)
        condensed_solve_transposed(s->whole, b, solve_mirrored, self);
}

static linear_age *age(void *self) { return &((mumps_solver *)self)->age; }

/* Loading repeats what was done: the analysis and the factorisation after it, and the last one. */
static bool keep(archive *ar, void *self, const csc *last)
{
    mumps_solver *s = self;
    bool is_factored = s->is_factored, is_analysed = s->is_analysed, is_picked = s->is_picked;
    bool is_condensed = s->whole && condensed_is_smaller(s->whole), is_symmetric = s->half;
    int column;
    archive_bool(ar, &is_factored);
    archive_bool(ar, &is_analysed);
    archive_bool(ar, &is_picked);
    archive_bool(ar, &is_condensed);
    archive_bool(ar, &is_symmetric);
    archive_doubles(ar, s->picked, (size_t)csc_entries(last));
    if (!archive_is_loading(ar) || archive_failed(ar) || !is_factored)
        return is_factored;
    if (condensed_is_smaller(s->whole) && !is_condensed) {
        condensed_give_up(s->whole);
        start_over(s, last);
    }
    if (s->half && !is_symmetric)
        give_up_symmetry(s);
    csc picked = *last;
    picked.value = s->picked;
    s->is_analysed = false;
    if (factor(s, &picked, &column) != LINEAR_OK)
        return false;
    s->is_analysed = true;
    s->factored = last;
    if (!is_picked && factor(s, last, &column) != LINEAR_OK)
        return false;
    s->is_analysed = is_analysed;
    return true;
}

static double condition(void *self)
{
    mumps_solver *s = self;
    if (!s->is_factored)
        return s->factored && s->factored->n > 0 ? HUGE_VAL : 1.0;
    s->work = heap_resize(s->work, 3 * ((size_t)s->factored->n + 1) * sizeof(double));
    return condition_estimate(s->factored, solve, solve_transposed, self, s->work);
}

const linear_type linear_mumps = {
    .keyword = "mumps",
    .summary = "Sparse factorisation by MUMPS, for large meshes.",
    .is_there = is_there,
    .create = create,
    .destroy = destroy,
    .factor = factor,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .condition = condition,
    .keep = keep,
    .age = age,
};
