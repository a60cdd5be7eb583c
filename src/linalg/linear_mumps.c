/* linear_mumps.c - sparse factorization by MUMPS: nested dissection and dense fronts by BLAS 3, for meshes.
 *
 * A symmetric system is factored as L D L', which is half the work, any other as L U. Unknowns are ordered by nested
 * dissection of the pattern (METIS). The analysis of MUMPS also uses values and is therefore part of the choice of
 * pivots. It remains valid while factorizations follow it: delayed pivots make fronts grow, and when the operations
 * exceed GROWTH times the predicted number, the pivots are stale. A system that reductions leave without unknowns
 * is factored and solved by doing nothing: MUMPS rejects it. */
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
/* Indices of controls as in the manual of MUMPS, from 1. */
#define ICNTL(k) icntl[(k)-1]
#define CNTL(k) cntl[(k)-1]
#define INFOG(k) infog[(k)-1]
#define RINFOG(k) rinfog[(k)-1]

typedef struct {
    DMUMPS_STRUC_C m;
    linear_options options;
    int *row, *column; /* of the entries, from 1 */
    int *position;     /* position of each unknown in the elimination order, from 1; NULL: by minimum degree */
    bool is_begun, is_analyzed;
    double predicted; /* operations of a factorization */
} mumps_solver;

static int linear_mumps_call(mumps_solver *solver, int job)
{
    solver->m.job = job;
    mumps_library_call(&solver->m);
    return solver->m.INFOG(1);
}

static void list_entries(mumps_solver *solver, const linear_system *system)
{
    const csc *matrix = system->matrix;
    const int n = system->is_symmetric ? system->n_entries : csc_entries(matrix);
    solver->row = heap_resize(solver->row, ((size_t)n + 1) * sizeof(int));
    solver->column = heap_resize(solver->column, ((size_t)n + 1) * sizeof(int));
    for (int k = 0; system->is_symmetric && k < n; k++) {
        solver->row[k] = system->row[k] + 1;
        solver->column[k] = system->column[k] + 1;
    }
    for (int j = 0; !system->is_symmetric && j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
            solver->row[k] = matrix->row[k] + 1;
            solver->column[k] = j + 1;
        }
    solver->m.n = matrix->n;
    solver->m.nnz = n;
    solver->m.irn = solver->row;
    solver->m.jcn = solver->column;
}

static void find_order(mumps_solver *solver, const csc *matrix)
{
    solver->position = heap_resize(solver->position, ((size_t)matrix->n + 1) * sizeof *solver->position);
    if (!nested_dissection(matrix, NULL, solver->position)) {
        free(solver->position);
        solver->position = NULL;
        return;
    }
    for (int i = 0; i < matrix->n; i++)
        solver->position[i]++;
}

static void set_controls(mumps_solver *solver)
{
    for (int k = 1; k <= 4; k++)
        solver->m.ICNTL(k) = k == 4 ? 0 : -1; /* no output */
    solver->m.ICNTL(7) = solver->position ? ORDER_GIVEN_HERE : ORDER_BY_AMD;
    solver->m.perm_in = solver->position;
    solver->m.ICNTL(24) = 1; /* null pivots are detected, not used as divisors */
    if (solver->options.pivot_factor > 0.0)
        solver->m.CNTL(1) = solver->options.pivot_factor;
}

/* Deferred until the first values are known: before that a system may turn out not to be symmetric. */
static void linear_mumps_begin(mumps_solver *solver, const linear_system *system)
{
    if (solver->options.order != ORDER_AMD)
        find_order(solver, system->matrix);
    solver->m.par = 1;
    solver->m.sym = system->is_symmetric ? SYMMETRIC : GENERAL;
    solver->m.comm_fortran = FORTRAN_COMMUNICATOR;
    linear_mumps_call(solver, BEGIN);
    solver->is_begun = true;
    list_entries(solver, system);
    set_controls(solver);
}

static void mumps_destroy(void *self)
{
    mumps_solver *solver = self;
    if (solver->is_begun)
        linear_mumps_call(solver, END);
    free(solver->row);
    free(solver->column);
    free(solver->position);
    free(solver);
}

static void *mumps_analyze(const linear_system *system, const linear_options *options)
{
    (void)system;
    mumps_solver *solver = heap_resize(NULL, sizeof *solver);
    memset(solver, 0, sizeof *solver);
    solver->options = *options;
    return solver;
}

/* A lack of memory is fatal; any other failure is caused by the matrix. */
static void need_memory(const mumps_solver *solver)
{
    const int what = solver->m.INFOG(1);
    if (what == -5 || what == -7 || what == -13)
        memory_exhausted(0);
}

/* Checks that the memory predicted by the analysis, in millions of bytes, is available. */
static void check_memory(const mumps_solver *solver)
{
    const double wanted = 1e6 * solver->m.INFOG(16);
    if (wanted > memory_available())
        memory_exhausted((size_t)wanted);
}

/* Returns a column for which no row is left. */
static int unmatched_column(const csc *matrix)
{
    const size_t n = (size_t)matrix->n;
    int *match = heap_resize(NULL, n * sizeof(int)), *work = heap_resize(NULL, 5 * n * sizeof(int));
    bool *has = memset(heap_resize(NULL, n * sizeof *has), 0, n * sizeof *has);
    double done;
    btf_maxtrans(matrix->n, matrix->n, matrix->start, matrix->row, 0.0, &done, match, work);
    for (int i = 0; i < matrix->n; i++)
        if (match[i] >= 0)
            has[match[i]] = true;
    int j = 0;
    while (j < matrix->n - 1 && has[j])
        j++;
    free(match);
    free(work);
    free(has);
    return j;
}

static linear_status analyze_values(mumps_solver *solver, const csc *matrix, int *column)
{
    solver->is_analyzed = false;
    const int status = linear_mumps_call(solver, ANALYSE);
    need_memory(solver);
    if (status == STRUCTURALLY_SINGULAR) {
        *column = unmatched_column(matrix);
        return LINEAR_SINGULAR;
    }
    if (status >= 0)
        check_memory(solver);
    solver->predicted = solver->m.RINFOG(1);
    solver->is_analyzed = status >= 0;
    *column = 0;
    return solver->is_analyzed ? LINEAR_OK : LINEAR_SINGULAR;
}

/* Factors. Delayed pivots may need more memory than predicted, also in later factorizations. */
static int factor_with_memory(mumps_solver *solver)
{
    enum { TOO_SMALL = -9, TOO_SMALL_TOO = -8 };
    int status = linear_mumps_call(solver, FACTOR);
    for (int k = 0; k < TRIES && (status == TOO_SMALL || status == TOO_SMALL_TOO); k++) {
        solver->m.ICNTL(14) = 2 * solver->m.ICNTL(14) + 20;
        status = linear_mumps_call(solver, FACTOR);
    }
    need_memory(solver);
    return status;
}

/* Returns the index of the largest component of the first vector of the null space. */
static int null_column(mumps_solver *solver)
{
    double *v = heap_resize(NULL, (size_t)solver->m.n * sizeof *v);
    memset(v, 0, (size_t)solver->m.n * sizeof *v);
    solver->m.ICNTL(9) = solver->m.ICNTL(25) = 1;
    solver->m.nrhs = 1;
    solver->m.lrhs = solver->m.n;
    solver->m.rhs = v;
    linear_mumps_call(solver, SOLVE);
    solver->m.ICNTL(25) = 0;
    int most = 0;
    for (int i = 1; i < solver->m.n; i++)
        most = fabs(v[i]) > fabs(v[most]) ? i : most;
    free(v);
    return most;
}

static void take_values(mumps_solver *solver, const linear_system *system)
{
    solver->m.a = system->is_symmetric ? system->value : system->matrix->value;
}

static linear_status factor_values(mumps_solver *solver, const linear_system *system, int *column)
{
    const int status = factor_with_memory(solver);
    if (status < 0 || solver->m.INFOG(28) > 0) {
        *column = status >= 0 ? null_column(solver) : unmatched_column(system->matrix);
        solver->is_analyzed = false;
        return LINEAR_SINGULAR;
    }
    solver->is_analyzed = solver->m.RINFOG(3) <= GROWTH * solver->predicted;
    return LINEAR_OK;
}

static linear_status mumps_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    (void)rule;
    mumps_solver *solver = self;
    if (system->matrix->n == 0)
        return LINEAR_OK;
    if (!solver->is_begun)
        linear_mumps_begin(solver, system);
    take_values(solver, system);
    if (analyze_values(solver, system->matrix, column) != LINEAR_OK)
        return LINEAR_SINGULAR;
    return factor_values(solver, system, column);
}

static linear_status mumps_refactor(void *self, const linear_system *system, long uses, int *column)
{
    (void)uses;
    mumps_solver *solver = self;
    if (system->matrix->n == 0)
        return LINEAR_OK;
    take_values(solver, system);
    return solver->is_analyzed ? factor_values(solver, system, column) : LINEAR_STALE_PIVOTS;
}

static void solve_either(mumps_solver *solver, double *b, bool is_plain)
{
    if (!solver->is_begun)
        return;
    solver->m.ICNTL(9) = is_plain;
    solver->m.nrhs = 1;
    solver->m.rhs = b;
    linear_mumps_call(solver, SOLVE);
}

static void mumps_solve(void *self, double *b) { solve_either(self, b, true); }

static void mumps_solve_transposed(void *self, double *b) { solve_either(self, b, false); }

/* A negative number of entries is in millions. */
static linear_products mumps_products(const void *self)
{
    const mumps_solver *solver = self;
    const double entries = solver->m.INFOG(20);
    return (linear_products){0.5 * solver->predicted, entries < 0 ? -1e6 * entries : entries};
}

const linear_backend linear_mumps = {
    .keyword = "mumps",
    .grammar = "mumps [, { metis | amd }] [, pivot factor, REAL]",
    .summary = "Sparse factorisation by MUMPS, for large meshes.",
    .is_available = mumps_library_open,
    .reductions = REDUCE_MOMENTA | REDUCE_PRESCRIBED | REDUCE_SYMMETRY,
    .analyze = mumps_analyze,
    .destroy = mumps_destroy,
    .factor = mumps_factor,
    .refactor = mumps_refactor,
    .solve = mumps_solve,
    .solve_transposed = mumps_solve_transposed,
    .products = mumps_products,
};
