/* linear_mumps.c - sparse LU factorisation by MUMPS: nested dissection and dense fronts by BLAS 3, for meshes.
 *
 * Unknowns are ordered by nested dissection of the pattern (METIS). The analysis also looks at values; it is kept while
 * factorisations keep to it: delayed pivots make fronts grow, and when the operations exceed GROWTH times those that it
 * foresaw, the next factorisation analyses anew. */
#include "base/arena.h"
#include "linalg/condition.h"
#include "linalg/linear_solver.h"
#include "linalg/mumps_library.h"
#include "linalg/nested_dissection.h"
#include <btf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BEGIN = -1, END = -2, ANALYSE = 1, FACTOR = 2, SOLVE = 3 }; /* jobs */
enum { STRUCTURALLY_SINGULAR = -6, FORTRAN_COMMUNICATOR = -987654 };
enum { ORDER_BY_AMD = 0, ORDER_GIVEN_HERE = 1, TRIES = 6 };
static const double GROWTH = 4.0;
/* Numbers of controls as the manual of MUMPS has them, from 1. */
#define ICNTL(k) icntl[(k)-1]
#define CNTL(k) cntl[(k)-1]
#define INFOG(k) infog[(k)-1]
#define RINFOG(k) rinfog[(k)-1]

typedef struct {
    DMUMPS_STRUC_C m;
    int *row, *column; /* of all entries, from 1 */
    int *place;        /* of each unknown in the order of elimination, from 1; NULL: by minimum degree */
    bool is_analysed, is_factored;
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
    const size_t bytes = ((size_t)csc_entries(a) + 1) * sizeof(int);
    s->row = heap_resize(NULL, bytes);
    s->column = heap_resize(NULL, bytes);
    for (int j = 0; j < a->n; j++)
        for (int k = a->start[j]; k < a->start[j + 1]; k++) {
            s->row[k] = a->row[k] + 1;
            s->column[k] = j + 1;
        }
    s->m.n = a->n;
    s->m.nnz = csc_entries(a);
    s->m.irn = s->row;
    s->m.jcn = s->column;
}

static void find_order(mumps_solver *s, const csc *a)
{
    s->place = heap_resize(NULL, (size_t)a->n * sizeof *s->place);
    if (!nested_dissection(a, s->place)) {
        free(s->place);
        s->place = NULL;
        return;
    }
    for (int i = 0; i < a->n; i++)
        s->place[i]++;
}

static void set_controls(mumps_solver *s, const linear_options *o)
{
    for (int k = 1; k <= 4; k++)
        s->m.ICNTL(k) = k == 4 ? 0 : -1; /* silent */
    s->m.ICNTL(7) = s->place ? ORDER_GIVEN_HERE : ORDER_BY_AMD;
    s->m.perm_in = s->place;
    s->m.ICNTL(24) = 1; /* null pivots are found, not divided by */
    if (o->pivot_factor > 0.0)
        s->m.CNTL(1) = o->pivot_factor;
}

static void destroy(void *self)
{
    mumps_solver *s = self;
    if (s->m.job != 0)
        call(s, END);
    free(s->row);
    free(s->column);
    free(s->place);
    free(s->picked);
    free(s->work);
    free(s);
}

static void *create(const csc *a, const linear_options *o)
{
    mumps_solver *s = heap_resize(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    if (!mumps_library_open()) {
        free(s);
        return NULL;
    }
    if (a->n == 0)
        return s;
    s->m.par = 1;
    s->m.comm_fortran = FORTRAN_COMMUNICATOR;
    call(s, BEGIN);
    list_entries(s, a);
    if (o->order != ORDER_AMD)
        find_order(s, a);
    set_controls(s, o);
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
    if (s->picked && s->picked != a->value)
        memcpy(s->picked, a->value, (size_t)csc_entries(a) * sizeof *a->value);
    const int status = call(s, ANALYSE);
    need_memory(s);
    if (status == STRUCTURALLY_SINGULAR) {
        *column = unmatched_column(a);
        return LINEAR_SINGULAR;
    }
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

static linear_status factor(void *self, const csc *a, int *column)
{
    mumps_solver *s = self;
    if (a->n == 0)
        return LINEAR_OK;
    s->m.a = a->value;
    s->is_factored = false;
    s->is_picked = !s->is_analysed;
    s->factored = a;
    if (!s->is_analysed && analyse(s, a, column) != LINEAR_OK)
        return LINEAR_SINGULAR;
    const int status = factor_with_room(s);
    if (status < 0 || s->m.INFOG(28) > 0) {
        *column = status >= 0 ? null_column(s) : unmatched_column(a);
        s->is_analysed = false;
        return LINEAR_SINGULAR;
    }
    s->is_factored = true;
    s->is_analysed = s->m.RINFOG(3) <= GROWTH * s->foreseen;
    return LINEAR_OK;
}

static void solve_as(mumps_solver *s, double *b, bool is_plain)
{
    if (!s->is_factored)
        return;
    s->m.ICNTL(9) = is_plain;
    s->m.nrhs = 1;
    s->m.rhs = b;
    call(s, SOLVE);
}

static void solve(void *self, double *b) { solve_as(self, b, true); }

static void solve_transposed(void *self, double *b) { solve_as(self, b, false); }

static linear_age *age(void *self) { return &((mumps_solver *)self)->age; }

/* Loading repeats what was done: the analysis and the factorisation after it, and the last one. */
static bool keep(archive *ar, void *self, const csc *last)
{
    mumps_solver *s = self;
    bool is_factored = s->is_factored, is_analysed = s->is_analysed, is_picked = s->is_picked;
    int column;
    archive_bool(ar, &is_factored);
    archive_bool(ar, &is_analysed);
    archive_bool(ar, &is_picked);
    archive_doubles(ar, s->picked, (size_t)csc_entries(last));
    if (!archive_is_loading(ar) || archive_failed(ar) || !is_factored)
        return is_factored;
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
    s->work = heap_resize(s->work, 3 * ((size_t)s->m.n + 1) * sizeof(double));
    return condition_estimate(s->factored, solve, solve_transposed, self, s->work);
}

const linear_type linear_mumps = {
    .keyword = "mumps",
    .summary = "Sparse LU factorisation by MUMPS, for large meshes.",
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
