/* linear_factorization.c - the policy of factorisations: pivots are reused, chosen anew and tried; backends fall back.
 *
 *     refactor with the pivots at hand -> pivots for sparsity -> pivots for accuracy -> fallback
 *
 * The next one follows when pivots are stale, are missing, or when the backward error of a trial solution exceeds the
 * accuracy that the backend asks for. Where factors depend on the values alone, the first are tried, and doubtful ones.
 * Without a fallback, inaccurate factors are better than none. */
#include "linalg/linear_state.h"
#include <string.h>

/* --- the backend at work ------------------------------------------------------------------------------------------ */

static void close_solver(linear *l)
{
    if (l->solver)
        l->backend->destroy(l->solver);
    l->solver = NULL;
    l->has_factors = l->has_pivots = l->chose_pivots = false;
}

void linear_close(linear *l)
{
    close_solver(l);
    reduction_destroy(l->reduction);
    l->reduction = NULL;
}

bool linear_analyze(linear *l)
{
    close_solver(l);
    l->solver = l->backend->analyze(reduction_system(l->reduction), &l->options);
    return l->solver != NULL;
}

bool linear_open(linear *l, const linear_backend *backend)
{
    linear_close(l);
    l->backend = backend;
    if (l->pattern.n == 0)
        return true;
    if (backend->refactor && l->options.is_restartable)
        l->chosen.value = heap_resize(l->chosen.value, ((size_t)csc_entries(&l->chosen) + 1) * sizeof(double));
    l->reduction = reduction_create(&l->pattern, backend->reductions, linear_workers(&l->options));
    return linear_analyze(l);
}

/* NULL: the backend has none. */
static const linear_backend *fallback_of(const linear_backend *backend)
{
    for (const char *const *word = backend->fallbacks; word && *word; word++) {
        const linear_backend *other = linear_backend_find(*word);
        if (!other->is_available || other->is_available())
            return other;
    }
    return NULL;
}

void linear_fall_back(linear *l)
{
    linear_open(l, fallback_of(l->backend));
    l->counters.plans++;
}

/* --- one factorisation -------------------------------------------------------------------------------------------- */

/* False: the system is one for the fallback. */
static bool linear_factorization_load(linear *l, const csc *a)
{
    l->current = a;
    if (reduction_load(l->reduction, a))
        return true;
    return !l->backend->fallbacks && linear_analyze(l);
}

static bool is_accurate(linear *l, const csc *a)
{
    const linear_backend *by = l->backend;
    return by->converges ? by->converges(l->solver) : linear_trial_error(l, a) <= by->accuracy;
}

static linear_status try_pivots(linear *l, const csc *a, pivot_rule rule, int *column)
{
    const linear_backend *by = l->backend;
    linear_status status = by->factor(l->solver, reduction_system(l->reduction), rule, column);
    const bool is_doubtful = status == LINEAR_DOUBTFUL, is_new = by->refactor || !l->has_pivots;
    if (status != LINEAR_OK && !is_doubtful)
        return status;
    l->has_factors = true;
    const bool has_trial = by->converges || by->accuracy > 0.0;
    return has_trial && (is_new || is_doubtful) && !is_accurate(l, a) ? LINEAR_INACCURATE : LINEAR_OK;
}

/* Pivots that later factorisations reuse. */
static void begin_pivots(linear *l, const csc *a)
{
    l->counters.plans++;
    l->counters.uses = 0;
    l->chose_pivots = true;
    if (l->chosen.value && l->chosen.value != a->value)
        memcpy(l->chosen.value, a->value, (size_t)csc_entries(a) * sizeof *a->value);
}

static linear_status choose_pivots(linear *l, const csc *a, int *column)
{
    if (l->backend->refactor)
        begin_pivots(l, a);
    linear_status status = try_pivots(l, a, PIVOT_FOR_SPARSITY, column);
    if (status != LINEAR_OK && l->backend->has_accurate_pivots)
        status = try_pivots(l, a, PIVOT_FOR_ACCURACY, column);
    return status == LINEAR_INACCURATE && !l->backend->fallbacks ? LINEAR_OK : status;
}

static linear_status refactor(linear *l, long uses, int *column)
{
    l->chose_pivots = false;
    return l->backend->refactor(l->solver, reduction_system(l->reduction), uses, column);
}

static linear_status reuse_or_choose_pivots(linear *l, const csc *a, int *column)
{
    linear_status status = LINEAR_STALE_PIVOTS;
    if (l->has_pivots && l->backend->refactor)
        status = refactor(l, ++l->counters.uses, column);
    if (status == LINEAR_STALE_PIVOTS)
        status = choose_pivots(l, a, column);
    l->has_factors = l->has_pivots = status != LINEAR_SINGULAR;
    return status;
}

linear_status linear_factor_values(linear *l, const csc *a, int *column)
{
    const linear_status status =
        linear_factorization_load(l, a) ? reuse_or_choose_pivots(l, a, column) : LINEAR_SINGULAR;
    if (status != LINEAR_OK && l->backend->fallbacks) {
        linear_fall_back(l);
        return linear_factor_values(l, a, column);
    }
    if (status == LINEAR_SINGULAR)
        *column = reduction_column(l->reduction, *column);
    return status;
}

bool linear_repeat(linear *l, const csc *chosen, const csc *last, bool is_same)
{
    int column;
    if (!l->backend->refactor) {
        l->has_pivots = true;
        return linear_factor_values(l, last, &column) == LINEAR_OK;
    }
    l->has_pivots = false;
    if (linear_factor_values(l, chosen, &column) != LINEAR_OK)
        return false;
    if (is_same) {
        l->current = last;
        return true;
    }
    return linear_factorization_load(l, last) && refactor(l, 0, &column) == LINEAR_OK;
}
