/* reduction.c - the reductions of a matrix in order: momenta, prescribed unknowns, symmetry.
 *
 *     A -> without momenta -> without prescribed unknowns -> S A, symmetric, S = diag(+-1) */
#include "linalg/reduction/reduction.h"
#include "linalg/reduction/condensed.h"
#include "linalg/reduction/correction.h"
#include "linalg/reduction/prescribed.h"
#include "linalg/reduction/symmetry.h"
#include <stdlib.h>

struct reduction {
    unsigned wanted;
    workers workers;
    condensed *condensed;   /* NULL if momenta are not to be reduced */
    prescribed *prescribed; /* NULL if there are no prescribed unknowns, or not requested */
    half_matrix *half;      /* NULL if not symmetric, or not requested */
    correction *correction; /* NULL without half, or if it must not be nearly symmetric only */
    bool is_slow;           /* corrections did not suffice: the next matrix does not count as symmetric */
    double *core;           /* right-hand side and solution without prescribed unknowns */
    linear_system system;
};

static const csc *rest_of(const reduction *reduction, const csc *matrix)
{
    return reduction->condensed ? condensed_rest(reduction->condensed, matrix) : matrix;
}

static const csc *core_of(const reduction *reduction, const csc *matrix)
{
    return reduction->prescribed ? prescribed_core(reduction->prescribed) : rest_of(reduction, matrix);
}

static bool has_momenta_removed(const reduction *reduction)
{
    return reduction->condensed && condensed_is_smaller(reduction->condensed);
}

static void abandon_symmetry(reduction *reduction)
{
    half_matrix_destroy(reduction->half);
    correction_destroy(reduction->correction);
    reduction->half = NULL;
    reduction->correction = NULL;
    reduction->is_slow = false;
}

static void find_symmetry(reduction *reduction, const csc *core)
{
    abandon_symmetry(reduction);
    reduction->half = reduction->wanted & REDUCE_SYMMETRY ? half_matrix_create(core) : NULL;
    if (reduction->half && reduction->wanted & REDUCE_NEARLY)
        reduction->correction = correction_create(core->n);
}

static void abandon_prescribed(reduction *reduction)
{
    prescribed_destroy(reduction->prescribed);
    free(reduction->core);
    reduction->prescribed = NULL;
    reduction->core = NULL;
}

static void find_prescribed(reduction *reduction, const csc *rest)
{
    abandon_prescribed(reduction);
    reduction->prescribed = reduction->wanted & REDUCE_PRESCRIBED ? prescribed_create(rest) : NULL;
    if (reduction->prescribed)
        reduction->core = heap_resize(NULL, ((size_t)rest->n + 1) * sizeof *reduction->core);
}

static void describe_system(reduction *reduction, const csc *matrix)
{
    linear_system *s = &reduction->system;
    *s = (linear_system){.matrix = core_of(reduction, matrix), .is_symmetric = reduction->half != NULL};
    if (reduction->half) {
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
    find_prescribed(reduction, rest_of(reduction, matrix));
    find_symmetry(reduction, core_of(reduction, matrix));
    describe_system(reduction, matrix);
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
    abandon_prescribed(reduction);
    condensed_destroy(reduction->condensed);
    free(reduction);
}

const linear_system *reduction_system(const reduction *reduction) { return &reduction->system; }

static bool load_half(const reduction *reduction, const csc *core)
{
    const bool nearly = reduction->correction != NULL;
    if (reduction->is_slow)
        return false;
    return reduction->wanted & REDUCE_KEEP_SIGNS ? half_matrix_reload(reduction->half, core, nearly, reduction->workers)
                                                 : half_matrix_load(reduction->half, core, nearly, reduction->workers);
}

/* Returns false if the values do not determine the prescribed unknowns; they are no longer removed then. */
static bool load_prescribed(reduction *reduction, const csc *rest)
{
    if (!reduction->prescribed || prescribed_load(reduction->prescribed, rest, reduction->workers))
        return true;
    abandon_prescribed(reduction);
    find_symmetry(reduction, rest);
    return false;
}

bool reduction_load(reduction *reduction, const csc *matrix)
{
    const bool has_pivots = !reduction->condensed || condensed_take(reduction->condensed, matrix);
    if (!has_pivots) {
        find_prescribed(reduction, rest_of(reduction, matrix));
        find_symmetry(reduction, core_of(reduction, matrix));
    }
    const bool is_determined = load_prescribed(reduction, rest_of(reduction, matrix));
    const bool is_symmetric = !reduction->half || load_half(reduction, core_of(reduction, matrix));
    if (!is_symmetric)
        abandon_symmetry(reduction);
    describe_system(reduction, matrix);
    return has_pivots && is_determined && is_symmetric;
}

bool reduction_give_up_symmetry(reduction *reduction)
{
    if (!reduction->half || reduction->half->is_exact)
        return false;
    const csc *core = reduction->system.matrix;
    abandon_symmetry(reduction);
    reduction->system = (linear_system){.matrix = core};
    return true;
}

int reduction_column(const reduction *reduction, int column)
{
    const int of_rest = reduction->prescribed ? prescribed_column(reduction->prescribed, column) : column;
    return reduction->condensed ? condensed_column(reduction->condensed, of_rest) : of_rest;
}

/* --- solutions ---------------------------------------------------------------------------------------------------- */

typedef struct {
    reduction *reduction;
    bool is_transposed;
    reduced_solve *solve;
    void *solver;
} solution_call;

static void change_signs(const half_matrix *h, double *b)
{
    for (int i = 0; h && i < h->n; i++)
        b[i] *= h->sign[i];
}

static void solve_core(const solution_call *call, double *b)
{
    reduction *reduction = call->reduction;
    const half_matrix *half = reduction->half;
    if (half && !half->is_exact) {
        const nearly_symmetric system = {reduction->system.matrix, half, call->is_transposed, call->solve,
                                         call->solver};
        reduction->is_slow |= !correction_solve(reduction->correction, &system, b);
        return;
    }
    if (!call->is_transposed)
        change_signs(half, b);
    call->solve(call->solver, b);
    if (call->is_transposed)
        change_signs(half, b);
}

static void solve_rest(void *context, double *b)
{
    const solution_call *call = context;
    const reduction *reduction = call->reduction;
    if (!reduction->prescribed) {
        solve_core(call, b);
        return;
    }
    (call->is_transposed ? prescribed_reduce_transposed : prescribed_reduce)(reduction->prescribed, b, reduction->core);
    solve_core(call, reduction->core);
    (call->is_transposed ? prescribed_expand_transposed : prescribed_expand)(reduction->prescribed, reduction->core, b);
}

void reduction_solve(reduction *reduction, double *b, reduced_solve *solve, void *solver)
{
    solution_call call = {reduction, false, solve, solver};
    if (reduction->condensed)
        condensed_solve(reduction->condensed, b, solve_rest, &call);
    else
        solve_rest(&call, b);
}

void reduction_solve_transposed(reduction *reduction, double *b, reduced_solve *solve_transposed, void *solver)
{
    solution_call call = {reduction, true, solve_transposed, solver};
    if (reduction->condensed)
        condensed_solve_transposed(reduction->condensed, b, solve_rest, &call);
    else
        solve_rest(&call, b);
}

/* --- restart ------------------------------------------------------------------------------------------------------ */

/* Which reductions are in use. */
typedef struct {
    bool momenta, prescribed, symmetry;
} reductions_used;

static reductions_used used_now(const reduction *reduction)
{
    return (reductions_used){has_momenta_removed(reduction), reduction->prescribed != NULL, reduction->half != NULL};
}

/* Creates the same reductions as in the saved one: all that the pattern permits, except those that were abandoned. */
static void rebuild(reduction *reduction, const csc *matrix, const reductions_used *saved)
{
    reduction_build(reduction, matrix);
    if (has_momenta_removed(reduction) && !saved->momenta) {
        condensed_give_up(reduction->condensed);
        find_prescribed(reduction, matrix);
    }
    if (!saved->prescribed)
        abandon_prescribed(reduction);
    find_symmetry(reduction, core_of(reduction, matrix));
    if (!saved->symmetry)
        abandon_symmetry(reduction);
    describe_system(reduction, matrix);
}

bool reduction_serialize(archive *ar, reduction *reduction, const csc *matrix)
{
    const reductions_used now = used_now(reduction);
    reductions_used saved = now;
    archive_bool(ar, &saved.momenta);
    archive_bool(ar, &saved.prescribed);
    archive_bool(ar, &saved.symmetry);
    const bool differs =
        saved.momenta != now.momenta || saved.prescribed != now.prescribed || saved.symmetry != now.symmetry;
    if (differs)
        rebuild(reduction, matrix, &saved);
    archive_bool(ar, &reduction->is_slow);
    if (reduction->half && reduction->wanted & REDUCE_KEEP_SIGNS)
        half_matrix_serialize(ar, reduction->half);
    return differs;
}
