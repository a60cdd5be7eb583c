/* divided.c - a linear system in parts by MUMPS: entries, factors and solution are distributed.
 *
 * As for the backend `mumps`, momenta are eliminated first, a symmetric system is factored as L D L', and rank 0 orders
 * the unknowns by nested dissection of the whole pattern. The analysis of entries in parts does not use their values,
 * so there is one for all factorizations. If the multipliers of the momenta exceed LARGE, solutions are
 * refined once: x += A^-1 (b - A x). */
#include "linalg/divided/divided.h"
#include "base/memory_limit.h"
#include "linalg/divided/momenta.h"
#include "linalg/divided/signs.h"
#include "linalg/kernels/kernels.h"
#include "linalg/nested_dissection.h"
#include <dmumps_c.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BEGIN = -1, END = -2, ANALYSE = 1, FACTOR = 2, SOLVE = 3 }; /* jobs */
enum { GENERAL = 0, SYMMETRIC = 2, ORDER_BY_AMD = 0, ORDER_GIVEN_HERE = 1, TRIES = 6 };
static const double LARGE = 1e6;
/* Indices of controls as in the manual of MUMPS, from 1. */
#define ICNTL(k) icntl[(k)-1]
#define CNTL(k) cntl[(k)-1]
#define INFO(k) info[(k)-1]
#define INFOG(k) infog[(k)-1]
#define RINFOG(k) rinfog[(k)-1]

/* The solution: which unknowns each rank has. */
typedef struct {
    int *counts, *starts, *unknown; /* unknown: of all ranks, consecutively */
    double *all, *own;
    int *own_unknown;
    bool is_known; /* for the present factors */
} solution_parts;

struct divided {
    const ranks *ranks;
    const csc *part, *whole;
    row_sums *sums;
    linear_options options;
    momenta *momenta;  /* NULL: there are none, or they have no pivots */
    half_matrix *half; /* NULL: not symmetric */
    const csc *rest;   /* what is factored, of this rank */
    double largest;    /* multiplier of the momenta */
    DMUMPS_STRUC_C m;
    int *row, *column; /* of the entries, from 1 */
    int *position;     /* of each unknown in the elimination order, from 1; on rank 0 */
    bool is_begun, is_analyzed;
    double predicted; /* operations of a factorization */
    long factored;
    solution_parts parts;
    double *work, *given, *error; /* n each; given and error for the refinement */
};

static int divided_call(divided *divided, int job)
{
    divided->m.job = job;
    divided->ranks->mumps(&divided->m);
    return divided->m.INFOG(1);
}

/* --- the system --------------------------------------------------------------------------------------------------- */

static void discard_half(divided *divided)
{
    half_matrix_destroy(divided->half);
    divided->half = NULL;
}

/* Ends the instance of MUMPS: the next factorization begins with another pattern. */
static void divided_end(divided *divided)
{
    if (divided->is_begun)
        divided_call(divided, END);
    divided->is_begun = divided->is_analyzed = false;
}

static void find_system(divided *divided)
{
    divided->rest = divided->momenta ? momenta_rest(divided->momenta) : divided->part;
    discard_half(divided);
    divided->half = half_matrix_create(divided->rest);
    if (ranks_any(divided->ranks, !divided->half))
        discard_half(divided);
}

divided *divided_create(const ranks *ranks, const csc *part, const csc *whole, row_sums *sums,
                        const linear_options *options)
{
    divided *d = heap_resize(NULL, sizeof *d);
    memset(d, 0, sizeof *d);
    d->ranks = ranks, d->part = part, d->whole = whole, d->sums = sums, d->options = *options;
    d->momenta = momenta_create(whole, part);
    d->work = heap_reals((size_t)part->n);
    d->parts.counts = heap_integers((size_t)ranks->count, 0);
    d->parts.starts = heap_integers((size_t)ranks->count, 0);
    find_system(d);
    return d;
}

void divided_destroy(divided *divided)
{
    if (!divided)
        return;
    divided_end(divided);
    momenta_destroy(divided->momenta);
    half_matrix_destroy(divided->half);
    const solution_parts *parts = &divided->parts;
    void *const all[] = {divided->row,   divided->column, divided->position, divided->work,
                         divided->given, divided->error,  parts->counts,     parts->starts,
                         parts->unknown, parts->all,      parts->own,        parts->own_unknown};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    free(divided);
}

/* --- the beginning ------------------------------------------------------------------------------------------------ */

static void list_entries(divided *divided)
{
    const csc *rest = divided->rest;
    const half_matrix *half = divided->half;
    const int n = half ? half->n_entries : csc_entries(rest);
    divided->row = heap_resize(divided->row, ((size_t)n + 1) * sizeof(int));
    divided->column = heap_resize(divided->column, ((size_t)n + 1) * sizeof(int));
    for (int k = 0; half && k < n; k++) {
        divided->row[k] = half->row[k] + 1;
        divided->column[k] = half->column[k] + 1;
    }
    for (int j = 0; !half && j < rest->n; j++)
        for (int k = rest->start[j]; k < rest->start[j + 1]; k++) {
            divided->row[k] = rest->row[k] + 1;
            divided->column[k] = j + 1;
        }
    divided->m.n = rest->n;
    divided->m.nnz_loc = n;
    divided->m.irn_loc = divided->row;
    divided->m.jcn_loc = divided->column;
}

static void find_order(divided *divided)
{
    if (divided->options.order == ORDER_AMD || divided->ranks->number != 0)
        return;
    csc pattern = divided->momenta ? momenta_whole_rest(divided->momenta, divided->whole) : *divided->whole;
    divided->position = heap_resize(divided->position, ((size_t)pattern.n + 1) * sizeof *divided->position);
    if (!nested_dissection(&pattern, NULL, divided->position)) {
        free(divided->position);
        divided->position = NULL;
    }
    for (int i = 0; divided->position && i < pattern.n; i++)
        divided->position[i]++;
    if (divided->momenta) {
        free(pattern.start);
        free(pattern.row);
    }
}

static void set_controls(divided *divided)
{
    for (int k = 1; k <= 4; k++)
        divided->m.ICNTL(k) = k == 4 ? 0 : -1; /* no output */
    divided->m.ICNTL(7) = divided->position ? ORDER_GIVEN_HERE : ORDER_BY_AMD;
    divided->m.perm_in = divided->position;
    divided->m.ICNTL(13) = 1; /* the last front is not given to ScaLAPACK, which does not detect null pivots */
    divided->m.ICNTL(18) = 3; /* entries and pattern where they are */
    divided->m.ICNTL(21) = 1; /* the solution where it is found */
    divided->m.ICNTL(24) = 1; /* null pivots are detected, not used as divisors */
    divided->m.ICNTL(28) = 1; /* the analysis is sequential */
    if (divided->options.pivot_factor > 0.0)
        divided->m.CNTL(1) = divided->options.pivot_factor;
}

static void divided_begin(divided *divided)
{
    find_order(divided);
    memset(&divided->m, 0, sizeof divided->m);
    divided->m.par = 1;
    divided->m.sym = divided->half ? SYMMETRIC : GENERAL;
    divided->m.comm_fortran = divided->ranks->communicator;
    divided_call(divided, BEGIN);
    divided->is_begun = true;
    list_entries(divided);
    set_controls(divided);
}

/* --- factors ------------------------------------------------------------------------------------------------------ */

/* Loads the values of this rank; reductions that the values do not permit are given up for good. */
static void load(divided *divided)
{
    divided->largest = 0.0;
    if (divided->momenta) {
        divided->largest = momenta_load(divided->momenta, divided->part, divided->sums);
        if (!isfinite(divided->largest)) {
            divided_end(divided);
            momenta_destroy(divided->momenta);
            divided->momenta = NULL;
            divided->largest = 0.0;
            find_system(divided);
        }
    }
    if (divided->half && !signs_load(divided->half, divided->rest, divided->ranks)) {
        divided_end(divided);
        discard_half(divided);
    }
    if (!divided->is_begun)
        divided_begin(divided);
    divided->m.a_loc = divided->half ? divided->half->value : divided->rest->value;
}

/* A lack of memory of any rank is fatal; any other failure is caused by the matrix. */
static void need_memory(const divided *divided)
{
    const int what = divided->m.INFOG(1);
    if (what == -5 || what == -7 || what == -13)
        memory_exhausted(0);
}

static bool analyze_values(divided *divided)
{
    const int status = divided_call(divided, ANALYSE);
    need_memory(divided);
    const double wanted = 1e6 * divided->m.INFO(15); /* predicted by the analysis, of this rank */
    if (status >= 0 && wanted > memory_available())
        memory_exhausted((size_t)wanted);
    divided->predicted = divided->m.RINFOG(1);
    divided->is_analyzed = status >= 0;
    return divided->is_analyzed;
}

/* Delayed pivots may need more memory than predicted, also in later factorizations. */
static bool factor_values(divided *divided)
{
    enum { TOO_SMALL = -9, TOO_SMALL_TOO = -8 };
    int status = divided_call(divided, FACTOR);
    for (int k = 0; k < TRIES && (status == TOO_SMALL || status == TOO_SMALL_TOO); k++) {
        divided->m.ICNTL(14) = 2 * divided->m.ICNTL(14) + 20;
        status = divided_call(divided, FACTOR);
    }
    need_memory(divided);
    divided->parts.is_known = false;
    return status >= 0 && divided->m.INFOG(28) == 0;
}

linear_status divided_factor(divided *divided)
{
    const csc *part = divided->part;
    if (ranks_any(divided->ranks, !kernels_best()->all_finite(csc_entries(part), part->value)))
        return LINEAR_NOT_FINITE;
    divided->factored++;
    load(divided);
    if (!divided->is_analyzed && !analyze_values(divided))
        return LINEAR_SINGULAR;
    return factor_values(divided) ? LINEAR_OK : LINEAR_SINGULAR;
}

/* --- solutions ---------------------------------------------------------------------------------------------------- */

/* Gives MUMPS the space for the unknowns that this rank finds. */
static void provide_parts(divided *divided)
{
    solution_parts *parts = &divided->parts;
    const int own = divided->m.INFO(23);
    parts->own = heap_resize(parts->own, ((size_t)own + 1) * sizeof *parts->own);
    parts->own_unknown = heap_resize(parts->own_unknown, ((size_t)own + 1) * sizeof *parts->own_unknown);
    divided->ranks->collect(&own, sizeof own, parts->counts);
    for (int r = 0; r < divided->ranks->count; r++)
        parts->starts[r + 1] = parts->starts[r] + parts->counts[r];
    parts->all = heap_resize(parts->all, ((size_t)divided->rest->n + 1) * sizeof *parts->all);
    parts->unknown = heap_resize(parts->unknown, ((size_t)divided->rest->n + 1) * sizeof *parts->unknown);
}

/* Lists which rank finds which unknowns; their numbers travel as reals. */
static void list_parts(divided *divided)
{
    solution_parts *parts = &divided->parts;
    const int own = parts->counts[divided->ranks->number];
    double *numbers = heap_reals((size_t)own);
    for (int k = 0; k < own; k++)
        numbers[k] = parts->own_unknown[k] - 1;
    divided->ranks->collect_reals(numbers, parts->all, parts->counts, parts->starts);
    for (int k = 0; k < divided->rest->n; k++)
        parts->unknown[k] = (int)parts->all[k];
    free(numbers);
    parts->is_known = true;
}

/* Rank 0 gives the right-hand side, all ranks receive the solution. */
static void solve_rest(divided *divided, double *b)
{
    solution_parts *parts = &divided->parts;
    const bool was_known = parts->is_known;
    for (int i = 0; divided->half && i < divided->half->n; i++)
        b[i] *= divided->half->sign[i];
    if (!was_known)
        provide_parts(divided);
    divided->m.nrhs = 1;
    divided->m.lrhs = divided->rest->n;
    divided->m.rhs = b;
    divided->m.lsol_loc = parts->counts[divided->ranks->number] > 0 ? parts->counts[divided->ranks->number] : 1;
    divided->m.sol_loc = parts->own;
    divided->m.isol_loc = parts->own_unknown;
    divided_call(divided, SOLVE);
    if (!was_known)
        list_parts(divided);
    divided->ranks->collect_reals(parts->own, parts->all, parts->counts, parts->starts);
    for (int k = 0; k < divided->rest->n; k++)
        b[parts->unknown[k]] = parts->all[k];
}

static void solve_once(divided *divided, double *b)
{
    if (!divided->momenta) {
        solve_rest(divided, b);
        return;
    }
    momenta_reduce(divided->momenta, b, divided->work);
    solve_rest(divided, divided->work);
    momenta_expand(divided->momenta, divided->part, divided->sums, divided->work, b);
}

void divided_multiply(divided *divided, const double *x, double *y)
{
    csc_multiply(divided->part, x, y);
    row_sums_add(divided->sums, y, 0.0, NULL);
}

void divided_solve(divided *divided, double *b)
{
    const size_t n = (size_t)divided->part->n;
    if (divided->largest <= LARGE) {
        solve_once(divided, b);
        return;
    }
    if (!divided->given) {
        divided->given = heap_reals(n);
        divided->error = heap_reals(n);
    }
    memcpy(divided->given, b, n * sizeof *b);
    solve_once(divided, b);
    divided_multiply(divided, b, divided->error);
    for (size_t i = 0; i < n; i++)
        divided->error[i] = divided->given[i] - divided->error[i];
    solve_once(divided, divided->error);
    for (size_t i = 0; i < n; i++)
        b[i] += divided->error[i];
}

linear_products divided_products(const divided *divided)
{
    const double entries = divided->m.INFOG(20); /* a negative number is in millions */
    return (linear_products){0.5 * divided->predicted, entries < 0 ? -1e6 * entries : entries};
}

long divided_count(const divided *divided) { return divided->factored; }
