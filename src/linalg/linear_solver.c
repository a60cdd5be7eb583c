/* linear_solver.c - the policy of linear solutions: scaling, factorization and refinement around a backend.
 *
 *     B = R A C,  B z = R b,  x = C z */
#include "base/array.h"
#include "linalg/condition.h"
#include "linalg/kernels/kernels.h"
#include "linalg/linear_state.h"
#include "linalg/scaling.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *linear_solver_numbers(size_t n) { return heap_resize(NULL, n * sizeof(double)); }

static void make_workspace(linear *solver)
{
    const linear_options *options = &solver->options;
    const size_t n = (size_t)solver->pattern.n, n_entries = (size_t)csc_entries(&solver->pattern);
    const bool is_refined = options->refine_iterations > 0;
    solver->exact.value = is_refined ? linear_solver_numbers(n_entries) : NULL;
    solver->scaled_matrix.value = solver->is_scaled ? linear_solver_numbers(n_entries) : NULL;
    solver->last.value = options->is_restartable ? linear_solver_numbers(n_entries + 1) : NULL;
    solver->r = solver->is_scaled ? linear_solver_numbers(n) : NULL;
    solver->c = solver->is_scaled ? linear_solver_numbers(n) : NULL;
    solver->work = solver->is_scaled || is_refined ? linear_solver_numbers(4 * n) : NULL;
    solver->given = solver->wanted->has_converged ? linear_solver_numbers(n + 1) : NULL;
}

linear *linear_create(const linear_backend *backend, const csc *matrix, const linear_options *options)
{
    if (backend->is_available && !backend->is_available())
        return NULL;
    linear *solver = heap_resize(NULL, sizeof *solver);
    *solver = (linear){.wanted = backend,
                       .options = *options,
                       .is_scaled = options->when != SCALE_NEVER && options->scale != SCALE_NONE,
                       .pattern = *matrix,
                       .exact = *matrix,
                       .scaled_matrix = *matrix,
                       .last = *matrix,
                       .chosen = *matrix};
    solver->pattern.value = solver->chosen.value = NULL;
    make_workspace(solver);
    if (!linear_open(solver, backend))
        linear_fall_back(solver);
    return solver;
}

void linear_destroy(linear *solver)
{
    if (!solver)
        return;
    redundancy_destroy(solver->redundancy);
    linear_close(solver);
    free(solver->exact.value);
    free(solver->scaled_matrix.value);
    free(solver->last.value);
    free(solver->chosen.value);
    free(solver->r);
    free(solver->c);
    free(solver->work);
    free(solver->given);
    free(solver->trial);
    free(solver);
}

/* --- constraints that repeat each other --------------------------------------------------------------------------- */

void linear_allow_redundancy(linear *solver, const constraint_kind *constraints) { solver->constraints = constraints; }

int linear_redundant_rows(const linear *solver) { return solver ? redundancy_count(solver->redundancy) : 0; }

int linear_redundant_row(const linear *solver, int index) { return redundancy_row(solver->redundancy, index); }

void linear_set_redundancy(linear *solver, redundancy *redundancy)
{
    if (solver->redundancy) {
        const linear_counters inner = linear_counters_now(redundancy_solver(solver->redundancy));
        solver->counters.plans += inner.plans;
        solver->counters.factored += inner.factored;
    }
    redundancy_destroy(solver->redundancy);
    solver->redundancy = redundancy;
    solver->counters.plans++;
}

/* Returns whether other rows than before are redundant. */
static bool find_redundancy(linear *solver, const csc *matrix, double remainder)
{
    redundancy *found = redundancy_find(solver->wanted, &solver->options, matrix, solver->constraints, remainder);
    if (redundancy_is_same(solver->redundancy, found)) {
        redundancy_destroy(found);
        return false;
    }
    linear_set_redundancy(solver, found);
    return true;
}

void linear_release(linear *solver, const double *y, double *d)
{
    if (solver->redundancy)
        redundancy_release(solver->redundancy, y, d);
}

/* --- factors ------------------------------------------------------------------------------------------------------ */

static linear_status linear_solver_factor(linear *solver, const csc *matrix, int *column)
{
    if (solver->last.value)
        memcpy(solver->last.value, matrix->value, (size_t)csc_entries(matrix) * sizeof *matrix->value);
    solver->has_matrix = true;
    solver->counters.factored++;
    return solver->solver ? linear_factor_values(solver, matrix, column) : LINEAR_OK;
}

static linear_status factor_whole(linear *solver, const csc *matrix, int *column)
{
    if (solver->exact.value)
        memcpy(solver->exact.value, matrix->value, (size_t)csc_entries(matrix) * sizeof *matrix->value);
    if (!solver->is_scaled)
        return linear_solver_factor(solver, matrix, column);
    if (!solver->has_scale || solver->options.when == SCALE_ALWAYS)
        scaling_find(matrix, &solver->options, solver->r, solver->c, solver->work);
    solver->has_scale = true;
    scaling_apply(matrix, solver->r, solver->c, solver->scaled_matrix.value);
    return linear_solver_factor(solver, &solver->scaled_matrix, column);
}

static linear_status factor_independent(linear *solver, const csc *matrix, int *column)
{
    return solver->redundancy ? redundancy_factor(solver->redundancy, matrix, column)
                              : factor_whole(solver, matrix, column);
}

/* A remainder of 1e-6 gives a pivot of its square, which is lost in rounding errors. Larger ones occur before the
 * constraints of a loop are satisfied. */
linear_status linear_factor(linear *solver, const csc *matrix, int *column)
{
    static const double REMAINDERS[] = {1e-6, 1e-4, 1e-2};
    if (!kernels_best()->all_finite(csc_entries(matrix), matrix->value))
        return LINEAR_NOT_FINITE;
    if (solver->redundancy && redundancy_is_doubtful(solver->redundancy))
        find_redundancy(solver, matrix, REMAINDERS[0]);
    linear_status status = factor_independent(solver, matrix, column);
    for (int i = 0; solver->constraints && status == LINEAR_SINGULAR && i < ARRAY_LEN(REMAINDERS); i++)
        if (find_redundancy(solver, matrix, REMAINDERS[i]))
            status = factor_independent(solver, matrix, column);
    return status;
}

/* --- solutions ---------------------------------------------------------------------------------------------------- */

static void apply_plainly(linear *solver, reduced_solve *apply, double *b)
{
    if (solver->solver && solver->has_factors)
        reduction_solve(solver->reduction, b, apply, solver->solver);
}

static void apply_scaled(linear *solver, reduced_solve *apply, double *b)
{
    for (int i = 0; solver->is_scaled && i < solver->pattern.n; i++)
        b[i] *= solver->r[i];
    apply_plainly(solver, apply, b);
    for (int i = 0; solver->is_scaled && i < solver->pattern.n; i++)
        b[i] *= solver->c[i];
}

void linear_solve_plainly(linear *solver, double *b) { apply_plainly(solver, solver->backend->solve, b); }

/* Repeats a solution that has not converged with the fallback. If that has no factors either, b stays as it is. */
static void solve_with_fallback(linear *solver, double *b)
{
    int column;
    linear_fall_back(solver);
    if (linear_factor_values(solver, solver->current, &column) != LINEAR_OK)
        return;
    memcpy(b, solver->given, (size_t)solver->pattern.n * sizeof *b);
    apply_scaled(solver, solver->backend->solve, b);
}

static void solve_iteratively(linear *solver, double *b)
{
    if (solver->pattern.n == 0)
        return;
    memcpy(solver->given, b, (size_t)solver->pattern.n * sizeof *b);
    apply_scaled(solver, solver->backend->solve, b);
    if (solver->solver && solver->has_factors && !solver->backend->has_converged(solver->solver))
        solve_with_fallback(solver, b);
}

void linear_solve_scaled(linear *solver, double *b)
{
    if (solver->backend->has_converged)
        solve_iteratively(solver, b);
    else
        apply_scaled(solver, solver->backend->solve, b);
}

void linear_solve(linear *solver, double *b)
{
    if (solver->redundancy) {
        redundancy_solve(solver->redundancy, linear_solve, b);
    } else if (solver->options.refine_iterations > 0 && solver->pattern.n > 0) {
        memcpy(solver->work, b, (size_t)solver->pattern.n * sizeof *b);
        linear_solve_scaled(solver, b);
        linear_refine(solver, solver->work, b);
    } else {
        linear_solve_scaled(solver, b);
    }
}

static void solve_transposed_plainly(linear *solver, double *b)
{
    const linear_backend *by = solver->backend;
    if (solver->solver && solver->has_factors)
        reduction_solve_transposed(solver->reduction, b,
                                   reduction_system(solver->reduction)->is_symmetric ? by->solve : by->solve_transposed,
                                   solver->solver);
}

void linear_solve_transposed(linear *solver, double *b)
{
    if (solver->redundancy) {
        redundancy_solve_transposed(solver->redundancy, b);
        return;
    }
    for (int i = 0; solver->is_scaled && i < solver->pattern.n; i++)
        b[i] *= solver->c[i];
    solve_transposed_plainly(solver, b);
    for (int i = 0; solver->is_scaled && i < solver->pattern.n; i++)
        b[i] *= solver->r[i];
}

void linear_precondition(linear *solver, double *b)
{
    if (solver->redundancy)
        redundancy_solve(solver->redundancy, linear_precondition, b);
    else if (solver->wanted->precondition)
        apply_scaled(solver, solver->backend->precondition ? solver->backend->precondition : solver->backend->solve, b);
    else
        linear_solve(solver, b);
}

/* --- information -------------------------------------------------------------------------------------------------- */

static void solve_self(void *self, double *b) { linear_solve_plainly(self, b); }

static void solve_self_transposed(void *self, double *b) { solve_transposed_plainly(self, b); }

static void provide_trial(linear *solver)
{
    solver->trial = heap_resize(solver->trial, 3 * ((size_t)solver->pattern.n + 1) * sizeof *solver->trial);
}

double linear_condition(linear *solver)
{
    if (solver->redundancy)
        return linear_condition(redundancy_solver(solver->redundancy));
    if (solver->pattern.n == 0)
        return 1.0;
    if (!solver->has_factors)
        return HUGE_VAL;
    provide_trial(solver);
    return condition_estimate(solver->current, solve_self, solve_self_transposed, solver, solver->trial);
}

double linear_condition_exact(linear *solver)
{
    if (solver->pattern.n > 0 && !solver->has_factors)
        return HUGE_VAL;
    provide_trial(solver);
    return condition_exact(solver->pattern.n > 0 ? solver->current : &solver->pattern, solve_self, solver,
                           solver->trial);
}

double linear_bytes(const linear *solver)
{
    return solver->solver && solver->backend->bytes ? solver->backend->bytes(solver->solver) : 0.0;
}

linear_products linear_products_now(const linear *solver)
{
    const bool is_known = solver->solver && solver->has_factors && !solver->redundancy && solver->backend->products;
    return is_known ? solver->backend->products(solver->solver) : (linear_products){0.0, 0.0};
}

linear_counters linear_counters_now(const linear *solver)
{
    if (!solver->redundancy)
        return solver->counters;
    linear_counters sum = linear_counters_now(redundancy_solver(solver->redundancy));
    sum.plans += solver->counters.plans;
    sum.factored += solver->counters.factored;
    return sum;
}

void linear_restore_counters(linear *solver, linear_counters then)
{
    if (solver->redundancy)
        linear_restore_counters(redundancy_solver(solver->redundancy), then);
    else
        solver->counters.uses = then.uses;
}
