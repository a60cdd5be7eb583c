/* snapshot.c - a point of a run to return to.
 *
 * The solution is one block, and so is its copy. Outside of it stand the pivots of the linear solver and, where they
 * outlive a step, the factors of the Jacobian matrix: they are kept as in a restart file, and taken back only when the
 * solver has chosen or factored anew since. */
#include "problem/run_internals.h"

struct snapshot {
    arena *memory;
    solution *u;
    archive *solver;
    linear_counters age; /* of the solver when it was taken */
    const run *x;        /* it was taken of, while that was there */
    long number;         /* of the run */
};

static bool is_of(const snapshot *k, const run *x) { return k->x == x && k->number == x->o.number; }

/* Whether the solver has other pivots, or other factors where they outlive a step. */
static bool has_changed(const snapshot *k, const run *x, linear_counters now)
{
    return now.plans != k->age.plans ||
           (x->p->nonlinear->keeps(x->p->nonlinear_options) && now.factored != k->age.factored);
}

snapshot *snapshot_create(const run *x)
{
    arena *memory = arena_create();
    snapshot *k = ARENA_NEW(memory, snapshot);
    *k = (snapshot){.memory = memory, .u = solution_clone(x->u, memory), .solver = archive_create()};
    return k;
}

void snapshot_destroy(snapshot *k)
{
    if (!k)
        return;
    archive_destroy(k->solver);
    solution_destroy(k->u);
    arena_destroy(k->memory);
}

bool snapshot_fits(const snapshot *k, const run *x) { return k->u->size == x->u->size; }

void snapshot_take(snapshot *k, const run *x)
{
    k->u->s.errors = x->errors;
    solution_copy(k->u, x->u);
    ((run_progress *)k->u->extra)->expected = x->a->expected;
    const linear_counters now = linear_counters_now(x->a->solver);
    const bool is_same = is_of(k, x) && !has_changed(k, x, now);
    k->age = now;
    k->x = x;
    k->number = x->o.number;
    if (is_same)
        return;
    archive_clear(k->solver);
    equations_keep(k->solver, x->a);
}

static bool take_solver(const snapshot *k, run *x)
{
    size_t n;
    const void *bytes = archive_bytes(k->solver, &n);
    archive *a = archive_open_bytes(bytes, n);
    const bool has_factors = equations_keep(a, x->a);
    const bool ok = !archive_failed(a);
    archive_destroy(a);
    if (!has_factors)
        run_invalidate_jacobian(x);
    return ok;
}

bool snapshot_restore(const snapshot *k, run *x)
{
    bool ok = solution_copy(x->u, k->u);
    if (!is_of(k, x) || has_changed(k, x, linear_counters_now(x->a->solver)))
        ok = take_solver(k, x) && ok;
    linear_restore_counters(x->a->solver, k->age);
    x->a->expected = x->now->expected;
    x->a->is_fresh = false;
    return ok;
}

bool snapshot_return(const snapshot *k, run *x)
{
    /* A run that has not begun. */
    const bool ok = !x->p->type->prepare || x->work || x->p->type->prepare(x);
    return peers_may_return(x, k->u) && snapshot_restore(k, x) && ok;
}
