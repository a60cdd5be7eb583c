/* linear_restart.c - a linear solver in a restart file or a snapshot.
 *
 * Factors are not saved. Saved are the values for which pivots were chosen and those factored last; restoring chooses
 * and factors again, and every solution is the same to the last bit. */
#include "linalg/linear_state.h"

static void serialize_values(archive *ar, linear *solver)
{
    const size_t n = (size_t)solver->pattern.n, n_entries = (size_t)csc_entries(&solver->pattern);
    archive_bool(ar, &solver->has_scale);
    if (solver->is_scaled) {
        archive_doubles(ar, solver->r, n);
        archive_doubles(ar, solver->c, n);
    }
    if (solver->exact.value)
        archive_doubles(ar, solver->exact.value, n_entries);
    archive_doubles(ar, solver->last.value, n_entries);
}

static void reopen(linear *solver)
{
    if (!linear_open(solver, solver->wanted))
        linear_fall_back(solver);
    solver->counters.plans++;
}

/* Resets the solver to its state before the first matrix. */
static void invalidate(linear *solver)
{
    if (solver->redundancy)
        linear_set_redundancy(solver, NULL);
    if (solver->solver && solver->backend == solver->wanted && solver->backend->renew && !solver->backend->reductions) {
        solver->backend->renew(solver->solver);
        solver->has_factors = solver->has_pivots = solver->chose_pivots = false;
        solver->counters.plans++;
    } else {
        reopen(solver);
    }
    solver->has_matrix = solver->has_scale = false;
}

/* The backend that was in use, with its reductions. */
static void serialize_backend(archive *ar, linear *solver)
{
    bool is_fallback = solver->backend != solver->wanted;
    archive_bool(ar, &is_fallback);
    if (is_fallback && solver->backend == solver->wanted && solver->wanted->fallbacks)
        linear_fall_back(solver);
    if (!is_fallback && solver->backend != solver->wanted)
        reopen(solver);
    if (reduction_serialize(ar, solver->reduction, &solver->pattern))
        linear_analyze(solver);
    if (solver->backend->serialize)
        solver->backend->serialize(ar, solver->solver);
}

static bool serialize_pivots(archive *ar, linear *solver)
{
    bool has_pivots = solver->has_pivots, chose_pivots = solver->chose_pivots;
    long uses = solver->counters.uses;
    archive_bool(ar, &has_pivots);
    archive_bool(ar, &chose_pivots);
    archive_long(ar, &uses);
    if (solver->backend->refactor)
        archive_doubles(ar, solver->chosen.value, (size_t)csc_entries(&solver->chosen));
    if (!archive_is_loading(ar) || archive_failed(ar))
        return has_pivots;
    solver->has_pivots = has_pivots && linear_repeat(solver, &solver->chosen, &solver->last, chose_pivots);
    solver->has_factors = solver->has_pivots;
    solver->chose_pivots = chose_pivots;
    solver->counters.uses = uses;
    return solver->has_pivots;
}

/* Returns whether rows are redundant: then they are the whole solver. */
static bool serialize_redundancy(archive *ar, linear *solver)
{
    if (archive_is_loading(ar))
        linear_set_redundancy(
            solver, redundancy_load(ar, solver->wanted, &solver->options, &solver->pattern, solver->constraints));
    else
        redundancy_save(ar, solver->redundancy);
    return solver->redundancy != NULL;
}

bool linear_serialize(archive *ar, linear *solver)
{
    int n_entries = csc_entries(&solver->pattern), options = solver->is_scaled + 2 * (solver->exact.value != NULL);
    const int entries_now = n_entries, options_now = options;
    bool has_matrix = solver->has_matrix;
    archive_int(ar, &n_entries);
    archive_int(ar, &options);
    archive_bool(ar, &has_matrix);
    if (!archive_is(ar, solver->wanted->keyword) || n_entries != entries_now || options != options_now || !has_matrix) {
        archive_skip(ar);
        if (archive_is_loading(ar) && solver->has_matrix)
            invalidate(solver);
        return false;
    }
    solver->has_matrix = true;
    if (solver->constraints && serialize_redundancy(ar, solver))
        return redundancy_has_factors(solver->redundancy);
    serialize_values(ar, solver);
    if (!solver->solver)
        return true;
    serialize_backend(ar, solver);
    return serialize_pivots(ar, solver);
}
