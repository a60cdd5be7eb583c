/* snapshot.c - a state to which a run can return.
 *
 * The solution is one block, and so is its copy. Outside of it are the pivots of the linear solver and, if they outlive
 * a step, the factors of the Jacobian matrix: they are stored as in a restart file, and restored only if the solver has
 * chosen pivots or factored since. */
#include "problem/radau_step.h"

struct snapshot {
    arena *memory;
    solution *solution;
    archive *solver;
    linear_counters counters; /* of the solver when the snapshot was taken */
    const run *run;           /* run of the snapshot, as long as it exists */
    long number;              /* of the run */
};

static bool is_of(const snapshot *snapshot, const run *run)
{
    return snapshot->run == run && snapshot->number == run->options.number;
}

/* Tells whether the solver has other pivots, or other factors if they outlive a step. */
static bool has_changed(const snapshot *snapshot, const run *run, linear_counters now)
{
    return now.plans != snapshot->counters.plans ||
           (run->problem->nonlinear->reuses(run->problem->nonlinear_options, run->model->n_unknowns) &&
            now.factored != snapshot->counters.factored);
}

snapshot *snapshot_create(const run *run)
{
    arena *memory = arena_create();
    snapshot *k = ARENA_NEW(memory, snapshot);
    *k = (snapshot){.memory = memory, .solution = solution_clone(run->solution, memory), .solver = archive_create()};
    return k;
}

void snapshot_destroy(snapshot *snapshot)
{
    if (!snapshot)
        return;
    archive_destroy(snapshot->solver);
    solution_destroy(snapshot->solution);
    arena_destroy(snapshot->memory);
}

bool snapshot_fits(const snapshot *snapshot, const run *run) { return snapshot->solution->size == run->solution->size; }

void snapshot_take(snapshot *snapshot, const run *run)
{
    snapshot->solution->state.errors = run->errors;
    solution_copy(snapshot->solution, run->solution);
    ((run_progress *)snapshot->solution->extra)->expected = run->equations->expected;
    const linear_counters now = linear_counters_now(run->equations->solver);
    const bool is_same = is_of(snapshot, run) && !has_changed(snapshot, run, now);
    snapshot->counters = now;
    snapshot->run = run;
    snapshot->number = run->options.number;
    if (is_same && !run->radau)
        return;
    archive_clear(snapshot->solver);
    equations_serialize(snapshot->solver, run->equations);
    if (run->radau)
        radau_serialize_solvers(snapshot->solver, run->radau);
}

static bool take_solver(const snapshot *snapshot, run *run)
{
    size_t n;
    const void *bytes = archive_bytes(snapshot->solver, &n);
    archive *archive = archive_open_bytes(bytes, n);
    const bool has_factors = equations_serialize(archive, run->equations);
    if (run->radau)
        radau_serialize_solvers(archive, run->radau);
    const bool ok = !archive_failed(archive);
    archive_destroy(archive);
    if (!has_factors)
        run_invalidate_jacobian(run);
    return ok;
}

bool snapshot_restore(const snapshot *snapshot, run *run)
{
    bool ok = solution_copy(run->solution, snapshot->solution);
    if (run->radau || !is_of(snapshot, run) || has_changed(snapshot, run, linear_counters_now(run->equations->solver)))
        ok = take_solver(snapshot, run) && ok;
    linear_restore_counters(run->equations->solver, snapshot->counters);
    run->equations->expected = run->now->expected;
    run->equations->is_fresh = false;
    return ok;
}

bool run_rewind(run *run, const snapshot *origin)
{
    run->far_rotations = 0;
    run->has_announced_redundancy = run->has_announced_rounding = false;
    return snapshot_restore_checked(origin, run);
}

bool snapshot_restore_checked(const snapshot *snapshot, run *run)
{
    /* The run has not begun. */
    const bool ok = !run->problem->type->prepare || run->work || run->problem->type->prepare(run);
    return peers_may_restore(run, snapshot->solution) && snapshot_restore(snapshot, run) && ok;
}
