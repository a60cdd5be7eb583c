/* bfgs.c - quasi-Newton method: line search along directions of a Jacobian matrix that Broyden's formula brings up to
 * date (broyden.c).
 *
 * A step that the search shortens, a denominator near zero or too many updates make a new matrix. The number of
 * iterations of `modified` is that of the updates. */
#include "nonlinear/broyden.h"
#include "nonlinear/line_search.h"

typedef struct {
    jacobian_reuse j;
    search_options search;
} bfgs_options;

typedef struct {
    jacobian_memory j;
    int is_stale; /* the next iteration needs a new matrix */
} bfgs_memory;

typedef struct {
    const bfgs_options *o;
    bfgs_memory *now;
    search_room w;
    broyden b;
} bfgs;

static void bfgs_read(reader *r, void *options)
{
    bfgs_options *o = options;
    o->search = search_defaults();
    read_jacobian_reuse(r, &o->j);
    if (!o->j.modified || o->j.iterations > BROYDEN_UPDATES)
        o->j.iterations = BROYDEN_UPDATES;
    o->j.modified = true;
    while (read_ok(r) && read_more(r) && read_search_option(r, &o->search))
        continue;
}

/* The updates stand behind it. */
static broyden_memory *updates_of(const bfgs_memory *now) { return (broyden_memory *)(now + 1); }

static bool bfgs_keeps(const void *options) { return ((const bfgs_options *)options)->j.keep; }

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
    *b = (bfgs){.o = options, .now = memory};
    b->b = (broyden){.n = n, .m = updates_of(b->now)};
    search_prepare(&b->w, n, arrays);
    return b;
}

/* While positions are held (derivatives phase) steps do not obey the secant equation: every iteration makes its
 * matrix. */
static bool needs_matrix(const bfgs *b, const task *q)
{
    return b->now->is_stale || b->b.m->steps >= b->o->j.iterations || q->u->s.now == PHASE_DERIVATIVES ||
           jacobian_due(&b->o->j, &b->now->j, q);
}

static bool bfgs_renews(const void *self, const task *q) { return needs_matrix(self, q); }

static outcome new_matrix(const bfgs *b, const task *q)
{
    b->now->j.is_there = false;
    b->b.m->steps = 0;
    b->now->is_stale = false;
    const outcome ready = jacobian_ready(&b->o->j, &b->now->j, q);
    if (ready == SOLVED)
        equations_solve(q->a);
    return ready;
}

static outcome find_direction(const bfgs *b, const task *q)
{
    if (needs_matrix(b, q))
        return new_matrix(b, q);
    equations_solve(q->a);
    return broyden_apply(&b->b, q->a->d) ? SOLVED : new_matrix(b, q);
}

static outcome bfgs_correct(void *self, const task *q)
{
    bfgs *b = self;
    double lambda;
    const bool was_updated = !needs_matrix(b, q) && b->b.m->steps > 0;
    const outcome ready = find_direction(b, q);
    if (ready != SOLVED)
        return ready;
    outcome done = search_along(&b->o->search, &b->w, q, &lambda);
    b->now->is_stale = done != SOLVED || lambda != 1;
    if (done == NOT_CONVERGED && was_updated) {
        /* the direction was poor, not the problem: once more with a matrix made here */
        q->report->reason = NULL;
        return SOLVED;
    }
    b->now->is_stale = b->now->is_stale || !broyden_add(&b->b, q->a->d);
    return done;
}

static outcome bfgs_solve(void *self, const task *q)
{
    static const iteration HOW = {.renews = bfgs_renews, .correct = bfgs_correct};
    const bfgs *b = self;
    if (!b->o->j.keep || b->now->is_stale)
        b->now->j.is_there = false;
    return iterate(&HOW, self, q);
}

static void bfgs_forget(void *self) { ((bfgs *)self)->now->j.is_there = false; }

const nonlinear_type nonlinear_bfgs_type = {
    .keyword = "bfgs",
    .grammar = "bfgs [, modified, ITERATIONS [, keep jacobian matrix] [, honor element requests]] [, options of line "
               "search ...]",
    .summary = "Line search with Broyden updates of the Jacobian matrix.",
    .size = sizeof(bfgs_options),
    .read = bfgs_read,
    .memory = bfgs_type_memory,
    .keeps = bfgs_keeps,
    .valid = bfgs_valid,
    .prepare = bfgs_prepare,
    .solve = bfgs_solve,
    .forget = bfgs_forget,
};
