/* reduction.c - the reductions of a matrix in order: momenta, symmetry, prescribed unknowns.
 *
 *     A -> without momenta -> S A, symmetric, S = diag(+-1) -> without prescribed unknowns */
#include "linalg/reduction/reduction.h"
#include "linalg/reduction/condensed.h"
#include "linalg/reduction/prescribed.h"
#include "linalg/reduction/symmetry.h"
#include <stdlib.h>

struct reduction {
    unsigned wanted;
    workers workers;
    condensed *condensed;   /* NULL if momenta are not to be reduced */
    half_matrix *half;      /* NULL if not symmetric, or not requested */
    prescribed *prescribed; /* NULL without half, or if not requested */
    double *core;           /* right-hand side and solution without prescribed unknowns */
    linear_system system;
};

static const csc *rest_of(const reduction *reduction, const csc *matrix)
{
    return reduction->condensed ? condensed_rest(reduction->condensed, matrix) : matrix;
}

static bool has_momenta_removed(const reduction *reduction)
{
    return reduction->condensed && condensed_is_smaller(reduction->condensed);
}

static void abandon_symmetry(reduction *reduction)
{
    prescribed_destroy(reduction->prescribed);
    half_matrix_destroy(reduction->half);
    free(reduction->core);
    reduction->prescribed = NULL;
    reduction->half = NULL;
    reduction->core = NULL;
}

static void find_symmetry(reduction *reduction, const csc *rest)
{
    abandon_symmetry(reduction);
    reduction->half = reduction->wanted & REDUCE_SYMMETRY ? half_matrix_create(rest) : NULL;
    if (!reduction->half || !(reduction->wanted & REDUCE_PRESCRIBED))
        return;
    reduction->prescribed = prescribed_create(reduction->half);
    reduction->core = heap_resize(NULL, ((size_t)rest->n + 1) * sizeof *reduction->core);
}

static void describe_system(reduction *reduction, const csc *rest)
{
    linear_system *s = &reduction->system;
    *s = (linear_system){.matrix = rest, .is_symmetric = reduction->half != NULL};
    if (reduction->prescribed) {
        s->matrix = prescribed_core(reduction->prescribed);
        s->n_entries = prescribed_entries(reduction->prescribed, &s->row, &s->column);
        s->value = prescribed_values(reduction->prescribed);
    } else if (reduction->half) {
        s->n_entries = reduction->half->n_entries;
        s->row = reduction->half->row;
        s->column = reduction->half->column;
        s->value = reduction->half->value;
    }
}

static void reduction_build(reduction *reduction, const csc *matrix)
{
    condensed_destroy(reduction->condensed);
    reduction->condensed = NULL;
    reduction->condensed = reduction->wanted & REDUCE_MOMENTA ? condensed_create(matrix, reduction->workers) : NULL;
    find_symmetry(reduction, rest_of(reduction, matrix));
    describe_system(reduction, rest_of(reduction, matrix));
}

reduction *reduction_create(const csc *matrix, unsigned wanted, workers workers)
{
    reduction *r = heap_resize(NULL, sizeof *r);
    *r = (reduction){.wanted = wanted, .workers = workers};
    reduction_build(r, matrix);
    return r;
}

void reduction_destroy(reduction *reduction)
{
    if (!reduction)
        return;
    abandon_symmetry(reduction);
    condensed_destroy(reduction->condensed);
    free(reduction);
}

const linear_system *reduction_system(const reduction *reduction) { return &reduction->system; }

static bool load_half(const reduction *reduction, const csc *rest)
{
    const bool is_symmetric = reduction->wanted & REDUCE_KEEP_SIGNS
                                  ? half_matrix_reload(reduction->half, rest, reduction->workers)
                                  : half_matrix_load(reduction->half, rest, reduction->workers);
    return is_symmetric &&
           (!reduction->prescribed || prescribed_load(reduction->prescribed, reduction->half, reduction->workers));
}

bool reduction_load(reduction *reduction, const csc *matrix)
{
    const bool has_pivots = !reduction->condensed || condensed_take(reduction->condensed, matrix);
    const csc *rest = rest_of(reduction, matrix);
    if (!has_pivots)
        find_symmetry(reduction, rest);
    const bool is_symmetric = !reduction->half || load_half(reduction, rest);
    if (!is_symmetric)
        abandon_symmetry(reduction);
    describe_system(reduction, rest);
    return has_pivots && is_symmetric;
}

int reduction_column(const reduction *reduction, int column)
{
    const int of_rest = reduction->prescribed ? prescribed_column(reduction->prescribed, column) : column;
    return reduction->condensed ? condensed_column(reduction->condensed, of_rest) : of_rest;
}

/* --- solutions ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const reduction *reduction;
    reduced_solve *solve;
    void *solver;
} solution_call;

static void change_signs(const half_matrix *h, double *b)
{
    for (int i = 0; i < h->n; i++)
        b[i] *= h->sign[i];
}

static void solve_half(const solution_call *call, double *b)
{
    const reduction *reduction = call->reduction;
    if (!reduction->prescribed) {
        call->solve(call->solver, b);
        return;
    }
    prescribed_reduce(reduction->prescribed, reduction->half, b, reduction->core);
    call->solve(call->solver, reduction->core);
    prescribed_expand(reduction->prescribed, reduction->half, reduction->core, b);
}

static void solve_rest(void *context, double *b)
{
    const solution_call *call = context;
    if (call->reduction->half)
        change_signs(call->reduction->half, b);
    solve_half(call, b);
}

static void solve_rest_transposed(void *context, double *b)
{
    const solution_call *call = context;
    solve_half(call, b);
    if (call->reduction->half)
        change_signs(call->reduction->half, b);
}

void reduction_solve(reduction *reduction, double *b, reduced_solve *solve, void *solver)
{
    solution_call call = {reduction, solve, solver};
    if (reduction->condensed)
        condensed_solve(reduction->condensed, b, solve_rest, &call);
    else
        solve_rest(&call, b);
}

void reduction_solve_transposed(reduction *reduction, double *b, reduced_solve *solve_transposed, void *solver)
{
    solution_call call = {reduction, solve_transposed, solver};
    if (reduction->condensed)
        condensed_solve_transposed(reduction->condensed, b, solve_rest_transposed, &call);
    else
        solve_rest_transposed(&call, b);
}

/* --- restart ------------------------------------------------------------------------------------------------------ */

/* Creates the same reductions as in the saved one: all that the pattern permits, except those that were abandoned. */
static void rebuild(reduction *reduction, const csc *matrix, bool without_momenta, bool is_symmetric)
{
    reduction_build(reduction, matrix);
    if (has_momenta_removed(reduction) && !without_momenta) {
        condensed_give_up(reduction->condensed);
        find_symmetry(reduction, matrix);
    }
    if (!is_symmetric)
        abandon_symmetry(reduction);
    describe_system(reduction, rest_of(reduction, matrix));
}

bool reduction_serialize(archive *ar, reduction *reduction, const csc *matrix)
{
    bool without_momenta = has_momenta_removed(reduction), is_symmetric = reduction->half != NULL;
    archive_bool(ar, &without_momenta);
    archive_bool(ar, &is_symmetric);
    const bool differs = without_momenta != has_momenta_removed(reduction) || is_symmetric != (reduction->half != NULL);
    if (differs)
        rebuild(reduction, matrix, without_momenta, is_symmetric);
    if (reduction->half && reduction->wanted & REDUCE_KEEP_SIGNS)
        half_matrix_serialize(ar, reduction->half);
    return differs;
}
