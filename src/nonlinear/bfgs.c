/* bfgs.c - quasi-Newton method: line search along directions of a Jacobian matrix that is updated by Broyden's formula
 * (broyden.c).
 *
 * A new matrix is evaluated after a step that the search shortens, a denominator near zero or too many updates. The
 * number of iterations of `modified` is that of the updates. */
#include "nonlinear/broyden.h"
#include "nonlinear/line_search.h"

typedef struct {
    jacobian_reuse reuse;
    search_options search;
} bfgs_options;

typedef struct {
    jacobian_memory memory;
    int is_stale; /* the next iteration needs a new matrix */
} bfgs_memory;

typedef struct {
    const bfgs_options *options;
    bfgs_memory *now;
    search_workspace search_workspace;
    broyden broyden;
} bfgs;

static void bfgs_read(reader *reader, void *options)
{
    bfgs_options *bfgs_options = options;
    bfgs_options->search = search_defaults();
    read_jacobian_reuse(reader, &bfgs_options->reuse);
    if (!bfgs_options->reuse.modified || bfgs_options->reuse.iterations > BROYDEN_UPDATES)
        bfgs_options->reuse.iterations = BROYDEN_UPDATES;
    bfgs_options->reuse.modified = true;
    while (read_ok(reader) && read_more(reader) && read_search_option(reader, &bfgs_options->search))
        continue;
}

/* The updates are stored after it. */
static broyden_memory *updates_of(const bfgs_memory *now) { return (broyden_memory *)(now + 1); }

static bool bfgs_reuses(const void *options, int n)
{
    (void)n;
    return ((const bfgs_options *)options)->reuse.across_steps;
}

static size_t bfgs_type_memory(const void *options, int n)
{
    (void)options;
    return sizeof(bfgs_memory) + broyden_size(n);
}

static bool bfgs_valid(const void *options, const void *memory)
{
    (void)options;
    return broyden_valid(updates_of((bfgs_memory *)memory));
}

static void *bfgs_prepare(const void *options, void *memory, int n, arena *arrays)
{
    bfgs *b = ARENA_NEW(arrays, bfgs);
    *b = (bfgs){.options = options, .now = memory};
    b->broyden = (broyden){.n = n, .memory = updates_of(b->now)};
    search_prepare(&b->search_workspace, n, arrays);
    return b;
}

/* While positions are held (derivatives phase), steps do not satisfy the secant equation, so every iteration evaluates
 * its matrix. */
static bool needs_matrix(const bfgs *bfgs, const task *task)
{
    return bfgs->now->is_stale || bfgs->broyden.memory->steps >= bfgs->options->reuse.iterations ||
           task->solution->state.now == PHASE_DERIVATIVES ||
           jacobian_due(&bfgs->options->reuse, &bfgs->now->memory, task);
}

static bool bfgs_renews(const void *self, const task *task) { return needs_matrix(self, task); }

static outcome new_matrix(const bfgs *bfgs, const task *task)
{
    bfgs->now->memory.is_there = false;
    bfgs->broyden.memory->steps = 0;
    bfgs->now->is_stale = false;
    const outcome ready = jacobian_ready(&bfgs->options->reuse, &bfgs->now->memory, task);
    if (ready == SOLVED)
        equations_solve(task->equations);
    return ready;
}

static outcome find_direction(const bfgs *bfgs, const task *task)
{
    if (needs_matrix(bfgs, task))
        return new_matrix(bfgs, task);
    equations_solve(task->equations);
    return broyden_apply(&bfgs->broyden, task->equations->d) ? SOLVED : new_matrix(bfgs, task);
}

static outcome bfgs_correct(void *self, const task *task)
{
    bfgs *bfgs = self;
    double lambda;
    const bool was_updated = !needs_matrix(bfgs, task) && bfgs->broyden.memory->steps > 0;
    const outcome ready = find_direction(bfgs, task);
    if (ready != SOLVED)
        return ready;
    outcome done = search_along(&bfgs->options->search, &bfgs->search_workspace, task, &lambda);
    bfgs->now->is_stale = done != SOLVED || lambda != 1;
    if (done == NOT_CONVERGED && was_updated) {
        /* the direction was poor, not the problem: repeat with a matrix evaluated here */
        task->report->reason = NULL;
        return SOLVED;
    }
    bfgs->now->is_stale = bfgs->now->is_stale || !broyden_add(&bfgs->broyden, task->equations->d);
    return done;
}

static outcome bfgs_solve(void *self, const task *task)
{
    static const iteration HOW = {.renews = bfgs_renews, .correct = bfgs_correct};
    const bfgs *bfgs = self;
    if (!bfgs->options->reuse.across_steps || bfgs->now->is_stale)
        bfgs->now->memory.is_there = false;
    return iterate(&HOW, self, task);
}

static void bfgs_invalidate(void *self) { ((bfgs *)self)->now->memory.is_there = false; }

const nonlinear_type nonlinear_bfgs_type = {
    .keyword = "bfgs",
    .grammar =
        "bfgs [, modified [, ITERATIONS] [, keep jacobian matrix] [, honor element requests]] [, options of line "
        "search ...]",
    .summary = "Line search with Broyden updates of the Jacobian matrix.",
    .size = sizeof(bfgs_options),
    .read = bfgs_read,
    .memory = bfgs_type_memory,
    .reuses = bfgs_reuses,
    .valid = bfgs_valid,
    .prepare = bfgs_prepare,
    .solve = bfgs_solve,
    .invalidate = bfgs_invalidate,
};
