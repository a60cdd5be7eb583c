/* linear_solver.c - the policy of linear solutions: scaling, factorisation and refinement around a backend.
 *
 *     B = R A C,  B z = R b,  x = C z */
#include "base/arena.h"
#include "linalg/condition.h"
#include "linalg/kernels/kernels.h"
#include "linalg/linear_state.h"
#include "linalg/scaling.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *linear_solver_numbers(size_t n) { return heap_resize(NULL, n * sizeof(double)); }

static void make_workspace(linear *l)
{
    const linear_options *o = &l->options;
    const size_t n = (size_t)l->pattern.n, n_entries = (size_t)csc_entries(&l->pattern);
    const bool is_refined = o->refine_iterations > 0;
    l->exact.value = is_refined ? linear_solver_numbers(n_entries) : NULL;
    l->scaled_matrix.value = l->is_scaled ? linear_solver_numbers(n_entries) : NULL;
    l->last.value = o->is_restartable ? linear_solver_numbers(n_entries + 1) : NULL;
    l->r = l->is_scaled ? linear_solver_numbers(n) : NULL;
    l->c = l->is_scaled ? linear_solver_numbers(n) : NULL;
    l->work = l->is_scaled || is_refined ? linear_solver_numbers(4 * n) : NULL;
}

linear *linear_create(const linear_backend *backend, const csc *a, const linear_options *o)
{
    if (backend->is_available && !backend->is_available())
        return NULL;
    linear *l = heap_resize(NULL, sizeof *l);
    *l = (linear){.wanted = backend,
                  .options = *o,
                  .is_scaled = o->when != SCALE_NEVER && o->scale != SCALE_NONE,
                  .pattern = *a,
                  .exact = *a,
                  .scaled_matrix = *a,
                  .last = *a,
                  .chosen = *a};
    l->pattern.value = l->chosen.value = NULL;
    make_workspace(l);
    if (!linear_open(l, backend))
        linear_fall_back(l);
    return l;
}

void linear_destroy(linear *l)
{
    if (!l)
        return;
    linear_close(l);
    free(l->exact.value);
    free(l->scaled_matrix.value);
    free(l->last.value);
    free(l->chosen.value);
    free(l->r);
    free(l->c);
    free(l->work);
    free(l->trial);
    free(l);
}

static linear_status linear_solver_factor(linear *l, const csc *a, int *column)
{
    if (l->last.value)
        memcpy(l->last.value, a->value, (size_t)csc_entries(a) * sizeof *a->value);
    l->has_matrix = true;
    l->counters.factored++;
    return l->solver ? linear_factor_values(l, a, column) : LINEAR_OK;
}

linear_status linear_factor(linear *l, const csc *a, int *column)
{
    if (!kernels_best()->all_finite(csc_entries(a), a->value))
        return LINEAR_NOT_FINITE;
    if (l->exact.value)
        memcpy(l->exact.value, a->value, (size_t)csc_entries(a) * sizeof *a->value);
    if (!l->is_scaled)
        return linear_solver_factor(l, a, column);
    if (!l->has_scale || l->options.when == SCALE_ALWAYS)
        scaling_find(a, &l->options, l->r, l->c, l->work);
    l->has_scale = true;
    scaling_apply(a, l->r, l->c, l->scaled_matrix.value);
    return linear_solver_factor(l, &l->scaled_matrix, column);
}

/* --- solutions ---------------------------------------------------------------------------------------------------- */

static void apply_plainly(linear *l, reduced_solve *apply, double *b)
{
    if (l->solver && l->has_factors)
        reduction_solve(l->reduction, b, apply, l->solver);
}

static void apply_scaled(linear *l, reduced_solve *apply, double *b)
{
    for (int i = 0; l->is_scaled && i < l->pattern.n; i++)
        b[i] *= l->r[i];
    apply_plainly(l, apply, b);
    for (int i = 0; l->is_scaled && i < l->pattern.n; i++)
        b[i] *= l->c[i];
}

void linear_solve_plainly(linear *l, double *b) { apply_plainly(l, l->backend->solve, b); }

void linear_solve_scaled(linear *l, double *b) { apply_scaled(l, l->backend->solve, b); }

void linear_solve(linear *l, double *b)
{
    if (l->options.refine_iterations > 0 && l->pattern.n > 0) {
        memcpy(l->work, b, (size_t)l->pattern.n * sizeof *b);
        linear_solve_scaled(l, b);
        linear_refine(l, l->work, b);
    } else {
        linear_solve_scaled(l, b);
    }
}

static void solve_transposed_plainly(linear *l, double *b)
{
    const linear_backend *by = l->backend;
    if (l->solver && l->has_factors)
        reduction_solve_transposed(l->reduction, b,
                                   reduction_system(l->reduction)->is_symmetric ? by->solve : by->solve_transposed,
                                   l->solver);
}

void linear_solve_transposed(linear *l, double *b)
{
    for (int i = 0; l->is_scaled && i < l->pattern.n; i++)
        b[i] *= l->c[i];
    solve_transposed_plainly(l, b);
    for (int i = 0; l->is_scaled && i < l->pattern.n; i++)
        b[i] *= l->r[i];
}

void linear_precondition(linear *l, double *b)
{
    if (l->wanted->precondition)
        apply_scaled(l, l->backend->precondition ? l->backend->precondition : l->backend->solve, b);
    else
        linear_solve(l, b);
}

/* --- what it can say of itself ------------------------------------------------------------------------------------ */

static void solve_self(void *self, double *b) { linear_solve_plainly(self, b); }

static void solve_self_transposed(void *self, double *b) { solve_transposed_plainly(self, b); }

double linear_condition(linear *l)
{
    if (l->pattern.n == 0)
        return 1.0;
    if (!l->has_factors)
        return HUGE_VAL;
    l->trial = heap_resize(l->trial, 3 * ((size_t)l->pattern.n + 1) * sizeof *l->trial);
    return condition_estimate(l->current, solve_self, solve_self_transposed, l, l->trial);
}

double linear_bytes(const linear *l) { return l->solver && l->backend->bytes ? l->backend->bytes(l->solver) : 0.0; }

linear_counters linear_counters_now(const linear *l) { return l->counters; }

void linear_restore_counters(linear *l, linear_counters then) { l->counters.uses = then.uses; }
