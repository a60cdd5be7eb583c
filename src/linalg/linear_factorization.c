/* linear_factorization.c - the policy of factorizations: pivots are reused, chosen again and tried; backends fall back.
 *
 *     refactor with the present pivots -> pivots for sparsity -> pivots for accuracy -> fallback
 *
 * The next one is tried if pivots are stale or missing, or if the backward error of a trial solution exceeds the
 * accuracy that the backend requires. If factors depend on the values alone, the first ones are tried, and doubtful
 * ones. Without a fallback, inaccurate factors are better than none. */
#include "linalg/linear_state.h"
#include <string.h>

/* --- the backend in use ------------------------------------------------------------------------------------------- */

static void close_solver(linear *solver)
{
    if (solver->solver)
        solver->backend->destroy(solver->solver);
    solver->solver = NULL;
    solver->has_factors = solver->has_pivots = solver->chose_pivots = false;
}

void linear_close(linear *solver)
{
    close_solver(solver);
    reduction_destroy(solver->reduction);
    solver->reduction = NULL;
}

bool linear_analyze(linear *solver)
{
    close_solver(solver);
    solver->solver = solver->backend->analyze(reduction_system(solver->reduction), &solver->options);
    return solver->solver != NULL;
}

bool linear_open(linear *solver, const linear_backend *backend)
{
    linear_close(solver);
    solver->backend = backend;
    if (solver->pattern.n == 0)
        return true;
    if (backend->refactor && solver->options.is_restartable)
        solver->chosen.value =
            heap_resize(solver->chosen.value, ((size_t)csc_entries(&solver->chosen) + 1) * sizeof(double));
    solver->reduction = reduction_create(&solver->pattern, backend->reductions, linear_workers(&solver->options));
    return linear_analyze(solver);
}

/* Returns NULL if the backend has none. */
static const linear_backend *fallback_of(const linear_backend *backend)
{
    for (const char *const *word = backend->fallbacks; word && *word; word++) {
        const linear_backend *other = linear_backend_find(*word);
        if (!other->is_available || other->is_available())
            return other;
    }
    return NULL;
}

void linear_fall_back(linear *solver)
{
    linear_open(solver, fallback_of(solver->backend));
    solver->counters.plans++;
}

/* --- one factorization -------------------------------------------------------------------------------------------- */

/* Returns false if the system has to be left to the fallback. */
static bool linear_factorization_load(linear *solver, const csc *matrix)
{
    solver->current = matrix;
    return reduction_load(solver->reduction, matrix) || linear_analyze(solver);
}

static bool is_accurate(linear *solver, const csc *matrix)
{
    const linear_backend *by = solver->backend;
    return by->converges ? by->converges(solver->solver) : linear_trial_error(solver, matrix) <= by->accuracy;
}

static linear_status try_pivots(linear *solver, const csc *matrix, pivot_rule rule, int *column)
{
    const linear_backend *by = solver->backend;
    linear_status status = by->factor(solver->solver, reduction_system(solver->reduction), rule, column);
    const bool is_doubtful = status == LINEAR_DOUBTFUL, is_new = by->refactor || !solver->has_pivots;
    if (status != LINEAR_OK && !is_doubtful)
        return status;
    solver->has_factors = true;
    const bool has_trial = by->converges || by->accuracy > 0.0;
    return has_trial && (is_new || is_doubtful) && !is_accurate(solver, matrix) ? LINEAR_INACCURATE : LINEAR_OK;
}

/* Sets pivots that later factorizations reuse. */
static void begin_pivots(linear *solver, const csc *matrix)
{
    solver->counters.plans++;
    solver->counters.uses = 0;
    solver->chose_pivots = true;
    if (solver->chosen.value && solver->chosen.value != matrix->value)
        memcpy(solver->chosen.value, matrix->value, (size_t)csc_entries(matrix) * sizeof *matrix->value);
}

static linear_status choose_pivots(linear *solver, const csc *matrix, int *column)
{
    if (solver->backend->refactor)
        begin_pivots(solver, matrix);
    linear_status status = try_pivots(solver, matrix, PIVOT_FOR_SPARSITY, column);
    if (status != LINEAR_OK && solver->backend->has_accurate_pivots)
        status = try_pivots(solver, matrix, PIVOT_FOR_ACCURACY, column);
    return status == LINEAR_INACCURATE && !solver->backend->fallbacks ? LINEAR_OK : status;
}

static linear_status refactor(linear *solver, long uses, int *column)
{
    solver->chose_pivots = false;
    return solver->backend->refactor(solver->solver, reduction_system(solver->reduction), uses, column);
}

static linear_status reuse_or_choose_pivots(linear *solver, const csc *matrix, int *column)
{
    linear_status status = LINEAR_STALE_PIVOTS;
    if (solver->has_pivots && solver->backend->refactor)
        status = refactor(solver, ++solver->counters.uses, column);
    if (status == LINEAR_STALE_PIVOTS)
        status = choose_pivots(solver, matrix, column);
    solver->has_factors = solver->has_pivots = status != LINEAR_SINGULAR;
    return status;
}

/* A system that is only nearly symmetric may have to be factored as a general one. */
static linear_status factor_system(linear *solver, const csc *matrix, int *column)
{
    const linear_status status = reuse_or_choose_pivots(solver, matrix, column);
    if (status == LINEAR_OK || !reduction_give_up_symmetry(solver->reduction) || !linear_analyze(solver))
        return status;
    return reuse_or_choose_pivots(solver, matrix, column);
}

linear_status linear_factor_values(linear *solver, const csc *matrix, int *column)
{
    *column = 0; /* stays so if the matrix cannot be reduced */
    const linear_status status =
        linear_factorization_load(solver, matrix) ? factor_system(solver, matrix, column) : LINEAR_SINGULAR;
    if (status != LINEAR_OK && solver->backend->fallbacks) {
        linear_fall_back(solver);
        return linear_factor_values(solver, matrix, column);
    }
    if (status == LINEAR_SINGULAR)
        *column = reduction_column(solver->reduction, *column);
    return status;
}

bool linear_repeat(linear *solver, const csc *chosen, const csc *last, bool is_same)
{
    int column;
    if (!solver->backend->refactor) {
        solver->has_pivots = true;
        return linear_factor_values(solver, last, &column) == LINEAR_OK;
    }
    solver->has_pivots = false;
    if (linear_factor_values(solver, chosen, &column) != LINEAR_OK)
        return false;
    if (is_same) {
        solver->current = last;
        return true;
    }
    return linear_factorization_load(solver, last) && refactor(solver, 0, &column) == LINEAR_OK;
}
