/* linear_restart.c - a linear solver in a restart file or a snapshot.
 *
 * Factors are not saved. Saved are the values that pivots were chosen with and those factored last; restoring chooses
 * and factors again, and every solution is the same to the last bit. */
#include "linalg/linear_state.h"

static void serialize_values(archive *ar, linear *l)
{
    const size_t n = (size_t)l->pattern.n, n_entries = (size_t)csc_entries(&l->pattern);
    archive_bool(ar, &l->has_scale);
    if (l->is_scaled) {
        archive_doubles(ar, l->r, n);
        archive_doubles(ar, l->c, n);
    }
    if (l->exact.value)
        archive_doubles(ar, l->exact.value, n_entries);
    archive_doubles(ar, l->last.value, n_entries);
}

static void reopen(linear *l)
{
    if (!linear_open(l, l->wanted))
        linear_fall_back(l);
    l->counters.plans++;
}

/* As before the first matrix. */
static void invalidate(linear *l)
{
    reopen(l);
    l->has_matrix = l->has_scale = false;
}

/* The backend that was at work, with the reductions that it had. */
static void serialize_backend(archive *ar, linear *l)
{
    bool is_fallback = l->backend != l->wanted;
    archive_bool(ar, &is_fallback);
    if (is_fallback && l->backend == l->wanted && l->wanted->fallbacks)
        linear_fall_back(l);
    if (!is_fallback && l->backend != l->wanted)
        reopen(l);
    if (reduction_serialize(ar, l->reduction, &l->pattern))
        linear_analyze(l);
    if (l->backend->serialize)
        l->backend->serialize(ar, l->solver);
}

static bool serialize_pivots(archive *ar, linear *l)
{
    bool has_pivots = l->has_pivots, chose_pivots = l->chose_pivots;
    long uses = l->counters.uses;
    archive_bool(ar, &has_pivots);
    archive_bool(ar, &chose_pivots);
    archive_long(ar, &uses);
    if (l->backend->refactor)
        archive_doubles(ar, l->chosen.value, (size_t)csc_entries(&l->chosen));
    if (!archive_is_loading(ar) || archive_failed(ar))
        return has_pivots;
    l->has_pivots = has_pivots && linear_repeat(l, &l->chosen, &l->last, chose_pivots);
    l->has_factors = l->has_pivots;
    l->chose_pivots = chose_pivots;
    l->counters.uses = uses;
    return l->has_pivots;
}

bool linear_serialize(archive *ar, linear *l)
{
    int n_entries = csc_entries(&l->pattern), options = l->is_scaled + 2 * (l->exact.value != NULL);
    const int entries_now = n_entries, options_now = options;
    bool has_matrix = l->has_matrix;
    archive_int(ar, &n_entries);
    archive_int(ar, &options);
    archive_bool(ar, &has_matrix);
    if (!archive_is(ar, l->wanted->keyword) || n_entries != entries_now || options != options_now || !has_matrix) {
        archive_skip(ar);
        if (archive_is_loading(ar) && l->has_matrix)
            invalidate(l);
        return false;
    }
    l->has_matrix = true;
    serialize_values(ar, l);
    if (!l->solver)
        return true;
    serialize_backend(ar, l);
    return serialize_pivots(ar, l);
}
