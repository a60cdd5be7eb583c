/* bfgs.c - quasi-Newton method: line search along directions of a Jacobian matrix that Broyden's formula brings up to
 * date (broyden.c).
 *
 * A step that the search shortens, a denominator near zero or too many updates make a new matrix. The number of
 * iterations of `modified` is that of the updates. */
#include "nonlinear/broyden.h"
#include "nonlinear/line_search.h"

typedef struct {
    jacobian_reuse j;
    search_options o;
    search_room w;
    broyden b;
    bool is_stale; /* the next iteration needs a new matrix */
} bfgs;

static void read(reader *r, void *self)
{
    bfgs *b = self;
    b->o = search_defaults();
    read_jacobian_reuse(r, &b->j);
    if (!b->j.modified || b->j.iterations > BROYDEN_UPDATES)
        b->j.iterations = BROYDEN_UPDATES;
    b->j.modified = true;
    while (read_ok(r) && read_more(r) && read_search_option(r, &b->o))
        continue;
}

static void prepare(void *self, int n, arena *memory)
{
    bfgs *b = self;
    search_prepare(&b->w, n, memory);
    broyden_prepare(&b->b, n, memory);
}

/* While positions are held (derivatives phase) steps do not obey the secant equation: every iteration makes its
 * matrix. */
static bool needs_matrix(const bfgs *b, const task *q)
{
    return b->is_stale || b->b.steps >= b->j.iterations || q->u->s.now == PHASE_DERIVATIVES || jacobian_due(&b->j, q);
}

static bool renews(const void *self, const task *q) { return needs_matrix(self, q); }

static outcome new_matrix(bfgs *b, const task *q)
{
    b->j.is_there = false;
    b->b.steps = 0;
    b->is_stale = false;
    const outcome ready = jacobian_ready(&b->j, q);
    if (ready == SOLVED)
        equations_solve(q->a);
    return ready;
}

static outcome find_direction(bfgs *b, const task *q)
{
    if (needs_matrix(b, q))
        return new_matrix(b, q);
    equations_solve(q->a);
    return broyden_apply(&b->b, q->a->d) ? SOLVED : new_matrix(b, q);
}

static outcome correct(void *self, const task *q)
{
    bfgs *b = self;
    double lambda;
    const bool was_updated = !needs_matrix(b, q) && b->b.steps > 0;
    const outcome ready = find_direction(b, q);
    if (ready != SOLVED)
        return ready;
    outcome done = search_along(&b->o, &b->w, q, &lambda);
    b->is_stale = done != SOLVED || lambda != 1;
    if (done == NOT_CONVERGED && was_updated) {
        /* the direction was poor, not the problem: once more with a matrix made here */
        q->report->reason = NULL;
        return SOLVED;
    }
    b->is_stale = b->is_stale || !broyden_add(&b->b, q->a->d);
    return done;
}

static outcome solve(void *self, const task *q)
{
    static const iteration HOW = {.renews = renews, .correct = correct};
    bfgs *b = self;
    if (!b->j.keep || b->is_stale)
        b->j.is_there = false;
    return iterate(&HOW, self, q);
}

static void forget(void *self) { ((bfgs *)self)->j.is_there = false; }

static void keep(archive *a, void *self)
{
    bfgs *b = self;
    jacobian_keep(a, &b->j);
    broyden_keep(a, &b->b);
    archive_bool(a, &b->is_stale);
}

const nonlinear_type nonlinear_bfgs_type = {
    .keyword = "bfgs",
    .grammar = "bfgs [, modified, ITERATIONS [, keep jacobian matrix] [, honor element requests]] [, options of line "
               "search ...]",
    .summary = "Line search with Broyden updates of the Jacobian matrix.",
    .size = sizeof(bfgs),
    .read = read,
    .prepare = prepare,
    .solve = solve,
    .forget = forget,
    .keep = keep,
};
