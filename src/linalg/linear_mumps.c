/* linear_mumps.c - sparse factorisation by MUMPS: nested dissection and dense fronts by BLAS 3, for meshes.
 *
 * A symmetric system is factored as L D L', which is half the work, any other as L U. Unknowns are ordered by nested
 * dissection of the pattern (METIS). The analysis of MUMPS also looks at values, and so belongs to the choice of
 * pivots; it serves while factorisations keep to it: delayed pivots make fronts grow, and when the operations exceed
 * GROWTH times those that it predicted, the pivots are stale. */
#include "base/arena.h"
#include "base/memory_limit.h"
#include "linalg/linear_backend.h"
#include "linalg/mumps_library.h"
#include "linalg/nested_dissection.h"
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
    int *row, *column; /* of the entries, from 1 */
    int *position;     /* of each unknown in the order of elimination, from 1; NULL: by minimum degree */
    bool is_begun, is_analyzed;
    double predicted; /* operations of a factorisation */
} mumps_solver;

static int linear_mumps_call(mumps_solver *s, int job)
{
    s->m.job = job;
    mumps_library_call(&s->m);
    return s->m.INFOG(1);
}

static void list_entries(mumps_solver *s, const linear_system *system)
{
    const csc *a = system->matrix;
    const int n = system->is_symmetric ? system->n_entries : csc_entries(a);
    s->row = heap_resize(s->row, ((size_t)n + 1) * sizeof(int));
    s->column = heap_resize(s->column, ((size_t)n + 1) * sizeof(int));
    for (int k = 0; system->is_symmetric && k < n; k++) {
        s->row[k] = system->row[k] + 1;
        s->column[k] = system->column[k] + 1;
    }
    for (int j = 0; !system->is_symmetric && j < a->n; j++)
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
    s->position = heap_resize(s->position, ((size_t)a->n + 1) * sizeof *s->position);
    if (!nested_dissection(a, NULL, s->position)) {
        free(s->position);
        s->position = NULL;
        return;
    }
    for (int i = 0; i < a->n; i++)
        s->position[i]++;
}

static void set_controls(mumps_solver *s)
{
    for (int k = 1; k <= 4; k++)
        s->m.ICNTL(k) = k == 4 ? 0 : -1; /* silent */
    s->m.ICNTL(7) = s->position ? ORDER_GIVEN_HERE : ORDER_BY_AMD;
    s->m.perm_in = s->position;
    s->m.ICNTL(24) = 1; /* null pivots are found, not divided by */
    if (s->options.pivot_factor > 0.0)
        s->m.CNTL(1) = s->options.pivot_factor;
}

/* Deferred to the first values: until then a system may turn out not to be symmetric. */
static void linear_mumps_begin(mumps_solver *s, const linear_system *system)
{
    if (s->options.order != ORDER_AMD)
        find_order(s, system->matrix);
    s->m.par = 1;
    s->m.sym = system->is_symmetric ? SYMMETRIC : GENERAL;
    s->m.comm_fortran = FORTRAN_COMMUNICATOR;
    linear_mumps_call(s, BEGIN);
    s->is_begun = true;
    list_entries(s, system);
    set_controls(s);
}

static void mumps_destroy(void *self)
{
    mumps_solver *s = self;
    if (s->is_begun)
        linear_mumps_call(s, END);
    free(s->row);
    free(s->column);
    free(s->position);
    free(s);
}

static void *mumps_analyze(const linear_system *system, const linear_options *o)
{
    (void)system;
    mumps_solver *s = heap_resize(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->options = *o;
    return s;
}

/* For want of memory there is no way on; what else may go wrong is the matrix. */
static void need_memory(const mumps_solver *s)
{
    const int what = s->m.INFOG(1);
    if (what == -5 || what == -7 || what == -13)
        memory_exhausted(0);
}

/* What the analysis predicts, in millions of bytes, has to fit. */
static void check_memory(const mumps_solver *s)
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

static linear_status analyze_values(mumps_solver *s, const csc *a, int *column)
{
    s->is_analyzed = false;
    const int status = linear_mumps_call(s, ANALYSE);
    need_memory(s);
    if (status == STRUCTURALLY_SINGULAR) {
        *column = unmatched_column(a);
        return LINEAR_SINGULAR;
    }
    if (status >= 0)
        check_memory(s);
    s->predicted = s->m.RINFOG(1);
    s->is_analyzed = status >= 0;
    *column = 0;
    return s->is_analyzed ? LINEAR_OK : LINEAR_SINGULAR;
}

/* Factors; delayed pivots may need more memory than was predicted, and will do so again. */
static int factor_with_memory(mumps_solver *s)
{
    enum { TOO_SMALL = -9, TOO_SMALL_TOO = -8 };
    int status = linear_mumps_call(s, FACTOR);
    for (int k = 0; k < TRIES && (status == TOO_SMALL || status == TOO_SMALL_TOO); k++) {
        s->m.ICNTL(14) = 2 * s->m.ICNTL(14) + 20;
        status = linear_mumps_call(s, FACTOR);
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
    linear_mumps_call(s, SOLVE);
    s->m.ICNTL(25) = 0;
    int most = 0;
    for (int i = 1; i < s->m.n; i++)
        most = fabs(v[i]) > fabs(v[most]) ? i : most;
    free(v);
    return most;
}

static void take_values(mumps_solver *s, const linear_system *system)
{
    s->m.a = system->is_symmetric ? system->value : system->matrix->value;
}

static linear_status factor_values(mumps_solver *s, const linear_system *system, int *column)
{
    const int status = factor_with_memory(s);
    if (status < 0 || s->m.INFOG(28) > 0) {
        *column = status >= 0 ? null_column(s) : unmatched_column(system->matrix);
        s->is_analyzed = false;
        return LINEAR_SINGULAR;
    }
    s->is_analyzed = s->m.RINFOG(3) <= GROWTH * s->predicted;
    return LINEAR_OK;
}

static linear_status mumps_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    (void)rule;
    mumps_solver *s = self;
    if (!s->is_begun)
        linear_mumps_begin(s, system);
    take_values(s, system);
    if (analyze_values(s, system->matrix, column) != LINEAR_OK)
        return LINEAR_SINGULAR;
    return factor_values(s, system, column);
}

static linear_status mumps_refactor(void *self, const linear_system *system, long uses, int *column)
{
    (void)uses;
    mumps_solver *s = self;
    take_values(s, system);
    return s->is_analyzed ? factor_values(s, system, column) : LINEAR_STALE_PIVOTS;
}

static void solve_either(mumps_solver *s, double *b, bool is_plain)
{
    s->m.ICNTL(9) = is_plain;
    s->m.nrhs = 1;
    s->m.rhs = b;
    linear_mumps_call(s, SOLVE);
}

static void mumps_solve(void *self, double *b) { solve_either(self, b, true); }

static void mumps_solve_transposed(void *self, double *b) { solve_either(self, b, false); }

const linear_backend linear_mumps = {
    .keyword = "mumps",
    .grammar = "mumps [, { metis | amd }] [, pivot factor, REAL]",
    .summary = "Sparse factorisation by MUMPS, for large meshes.",
    .is_available = mumps_library_open,
    .reductions = REDUCE_MOMENTA | REDUCE_SYMMETRY,
    .analyze = mumps_analyze,
    .destroy = mumps_destroy,
    .factor = mumps_factor,
    .refactor = mumps_refactor,
    .solve = mumps_solve,
    .solve_transposed = mumps_solve_transposed,
};
