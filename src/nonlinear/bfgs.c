/* bfgs.c - quasi-Newton method: line search along directions of a Jacobian matrix that Broyden's formula brings up to
 * date.
 *
 * After full steps s_0 ... s_k the inverse of the updated matrix follows from that of the one that was factored
 * (Kelley, Iterative Methods for Linear and Nonlinear Equations, 7.3):
 *
 *     z = -B_0^-1 r;    z += s_(j+1) (s_j.z) / |s_j|^2,  j = 0 ... k-1;     d = z / (1 - s_k.z / |s_k|^2)
 *
 * A step that the search shortens, a denominator near zero or too many updates make a new matrix. The number of
 * iterations of `modified` is that of the updates. */
#include "nonlinear/line_search.h"
#include <string.h>

enum { UPDATES = 30 };

typedef struct {
    jacobian_reuse j;
    search_options o;
    search_room w;
    int n, steps;         /* steps since the matrix was factored */
    double *s[UPDATES];   /* the steps */
    double size[UPDATES]; /* |s|^2 */
    bool is_stale;        /* the next iteration needs a new matrix */
} bfgs;

static void read(reader *r, void *self)
{
    bfgs *b = self;
    b->o = search_defaults();
    read_jacobian_reuse(r, &b->j);
    if (!b->j.modified || b->j.iterations > UPDATES)
        b->j.iterations = UPDATES;
    b->j.modified = true;
    while (read_ok(r) && read_more(r) && read_search_option(r, &b->o))
        continue;
}

static void prepare(void *self, int n, arena *memory)
{
    bfgs *b = self;
    b->n = n;
    search_prepare(&b->w, n, memory);
    for (int k = 0; k < UPDATES; k++)
        b->s[k] = ARENA_ARRAY(memory, double, n);
}

/* While positions are held (derivatives phase) steps do not obey the secant equation: every iteration makes its matrix.
 */
static bool needs_matrix(const bfgs *b, const task *q)
{
    return b->is_stale || b->steps >= b->j.iterations || q->u->s.now == PHASE_DERIVATIVES || jacobian_due(&b->j, q);
}

static bool renews(const void *self, const task *q) { return needs_matrix(self, q); }

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* a->d = -B_0^-1 r becomes the direction of the updated matrix; false when that matrix is nearly singular. */
static bool apply_updates(const bfgs *b, double *z)
{
    const int last = b->steps - 1;
    for (int j = 0; j < last; j++) {
        const double by = dot(b->s[j], z, b->n) / b->size[j];
        for (int i = 0; i < b->n; i++)
            z[i] += by * b->s[j + 1][i];
    }
    const double by = 1 - dot(b->s[last], z, b->n) / b->size[last];
    if (fabs(by) < 1e-3)
        return false;
    for (int i = 0; i < b->n; i++)
        z[i] /= by;
    return true;
}

static outcome new_matrix(bfgs *b, const task *q)
{
    b->j.is_there = false;
    b->steps = 0;
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
    return apply_updates(b, q->a->d) ? SOLVED : new_matrix(b, q);
}

static outcome correct(void *self, const task *q)
{
    bfgs *b = self;
    double lambda;
    const bool was_updated = !needs_matrix(b, q) && b->steps > 0;
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
    if (!b->is_stale) {
        memcpy(b->s[b->steps], q->a->d, (size_t)b->n * sizeof(double));
        b->size[b->steps] = dot(q->a->d, q->a->d, b->n);
        b->is_stale = !(b->size[b->steps] > 0);
        b->steps++;
    }
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
};
