/* reduction.c - the reductions of a matrix in their order: momenta, symmetry, prescribed unknowns.
 *
 *     A -> without momenta -> S A, symmetric, S = diag(+-1) -> without prescribed unknowns */
#include "linalg/reduction/reduction.h"
#include "linalg/reduction/condensed.h"
#include "linalg/reduction/prescribed.h"
#include "linalg/reduction/symmetry.h"
#include <stdlib.h>

struct reduction {
    unsigned wanted;
    crew workers;
    condensed *condensed;   /* NULL: momenta are not wanted */
    half_matrix *half;      /* NULL: not symmetric, or not wanted */
    prescribed *prescribed; /* NULL: without half, or not wanted */
    double *core;           /* right-hand side and solution without prescribed unknowns */
    linear_system system;
};

static const csc *rest_of(const reduction *r, const csc *a)
{
    return r->condensed ? condensed_rest(r->condensed, a) : a;
}

static bool has_momenta_removed(const reduction *r) { return r->condensed && condensed_is_smaller(r->condensed); }

static void abandon_symmetry(reduction *r)
{
    prescribed_destroy(r->prescribed);
    half_matrix_destroy(r->half);
    free(r->core);
    r->prescribed = NULL;
    r->half = NULL;
    r->core = NULL;
}

static void find_symmetry(reduction *r, const csc *rest)
{
    abandon_symmetry(r);
    r->half = r->wanted & REDUCE_SYMMETRY ? half_matrix_create(rest) : NULL;
    if (!r->half || !(r->wanted & REDUCE_PRESCRIBED))
        return;
    r->prescribed = prescribed_create(r->half);
    r->core = heap_resize(NULL, ((size_t)rest->n + 1) * sizeof *r->core);
}

static void describe_system(reduction *r, const csc *rest)
{
    linear_system *s = &r->system;
    *s = (linear_system){.matrix = rest, .is_symmetric = r->half != NULL};
    if (r->prescribed) {
        s->matrix = prescribed_core(r->prescribed);
        s->n_entries = prescribed_entries(r->prescribed, &s->row, &s->column);
        s->value = prescribed_values(r->prescribed);
    } else if (r->half) {
        s->n_entries = r->half->n_entries;
        s->row = r->half->row;
        s->column = r->half->column;
        s->value = r->half->value;
    }
}

static void reduction_build(reduction *r, const csc *a)
{
    condensed_destroy(r->condensed);
    r->condensed = NULL;
    r->condensed = r->wanted & REDUCE_MOMENTA ? condensed_create(a, r->workers) : NULL;
    find_symmetry(r, rest_of(r, a));
    describe_system(r, rest_of(r, a));
}

reduction *reduction_create(const csc *a, unsigned wanted, crew workers)
{
    reduction *r = heap_resize(NULL, sizeof *r);
    *r = (reduction){.wanted = wanted, .workers = workers};
    reduction_build(r, a);
    return r;
}

void reduction_destroy(reduction *r)
{
    if (!r)
        return;
    abandon_symmetry(r);
    condensed_destroy(r->condensed);
    free(r);
}

const linear_system *reduction_system(const reduction *r) { return &r->system; }

static bool load_half(const reduction *r, const csc *rest)
{
    const bool is_symmetric = r->wanted & REDUCE_KEEP_SIGNS ? half_matrix_reload(r->half, rest, r->workers)
                                                            : half_matrix_load(r->half, rest, r->workers);
    return is_symmetric && (!r->prescribed || prescribed_load(r->prescribed, r->half, r->workers));
}

bool reduction_load(reduction *r, const csc *a)
{
    const bool has_pivots = !r->condensed || condensed_take(r->condensed, a);
    const csc *rest = rest_of(r, a);
    if (!has_pivots)
        find_symmetry(r, rest);
    const bool is_symmetric = !r->half || load_half(r, rest);
    if (!is_symmetric)
        abandon_symmetry(r);
    describe_system(r, rest);
    return has_pivots && is_symmetric;
}

int reduction_column(const reduction *r, int column)
{
    const int of_rest = r->prescribed ? prescribed_column(r->prescribed, column) : column;
    return r->condensed ? condensed_column(r->condensed, of_rest) : of_rest;
}

/* --- solutions ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const reduction *r;
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
    const reduction *r = call->r;
    if (!r->prescribed) {
        call->solve(call->solver, b);
        return;
    }
    prescribed_reduce(r->prescribed, r->half, b, r->core);
    call->solve(call->solver, r->core);
    prescribed_expand(r->prescribed, r->half, r->core, b);
}

static void solve_rest(void *context, double *b)
{
    const solution_call *call = context;
    if (call->r->half)
        change_signs(call->r->half, b);
    solve_half(call, b);
}

static void solve_rest_transposed(void *context, double *b)
{
    const solution_call *call = context;
    solve_half(call, b);
    if (call->r->half)
        change_signs(call->r->half, b);
}

void reduction_solve(reduction *r, double *b, reduced_solve *solve, void *solver)
{
    solution_call call = {r, solve, solver};
    if (r->condensed)
        condensed_solve(r->condensed, b, solve_rest, &call);
    else
        solve_rest(&call, b);
}

void reduction_solve_transposed(reduction *r, double *b, reduced_solve *solve_transposed, void *solver)
{
    solution_call call = {r, solve_transposed, solver};
    if (r->condensed)
        condensed_solve_transposed(r->condensed, b, solve_rest_transposed, &call);
    else
        solve_rest_transposed(&call, b);
}

/* --- restart ------------------------------------------------------------------------------------------------------ */

/* The same reductions as in the saved one: all that the pattern allows, but those that it had abandoned. */
static void rebuild(reduction *r, const csc *a, bool without_momenta, bool is_symmetric)
{
    reduction_build(r, a);
    if (has_momenta_removed(r) && !without_momenta) {
        condensed_give_up(r->condensed);
        find_symmetry(r, a);
    }
    if (!is_symmetric)
        abandon_symmetry(r);
    describe_system(r, rest_of(r, a));
}

bool reduction_serialize(archive *ar, reduction *r, const csc *a)
{
    bool without_momenta = has_momenta_removed(r), is_symmetric = r->half != NULL;
    archive_bool(ar, &without_momenta);
    archive_bool(ar, &is_symmetric);
    const bool differs = without_momenta != has_momenta_removed(r) || is_symmetric != (r->half != NULL);
    if (differs)
        rebuild(r, a, without_momenta, is_symmetric);
    if (r->half && r->wanted & REDUCE_KEEP_SIGNS)
        half_matrix_serialize(ar, r->half);
    return differs;
}
