/* newton_raphson.c - Newton's method, with the Jacobian renewed at every iteration (true) or at every n-th (modified).
 *
 *     J d = -r,   y' += d,  y += c d
 *
 * A Jacobian that did not reduce the error is renewed early. In the second attempt at a step every other d is halved:
 * at the root of a pressure difference, sign(x) sqrt|x| = b, d leads from x to -x + 2 b sqrt(x), which oscillates for a
 * small b, whereas half of d leads to b sqrt(x). */
#include "nonlinear/nonlinear.h"
#include <math.h>

typedef struct {
    const jacobian_reuse *o;
    jacobian_memory *now;
} newton;

static void newton_raphson_read(reader *r, void *options) { read_jacobian_reuse(r, options); }

static bool newton_raphson_keeps(const void *options) { return ((const jacobian_reuse *)options)->keep; }

static size_t newton_raphson_memory(const void *options, int n)
{
    (void)options, (void)n;
    return sizeof(jacobian_memory);
}

static void *newton_raphson_prepare(const void *options, void *memory, int n, arena *arrays)
{
    (void)n;
    newton *x = ARENA_NEW(arrays, newton);
    *x = (newton){options, memory};
    return x;
}

static bool newton_raphson_renews(const void *self, const task *q)
{
    const newton *x = self;
    return jacobian_due(x->o, x->now, q);
}

static void shorten(const task *q)
{
    q->report->is_partial = q->u->s.holds && q->report->iterations % 2 == 1;
    for (int i = 0; q->report->is_partial && i < q->u->n; i++)
        q->a->d[i] *= 0.5;
}

static outcome newton_raphson_correct(void *self, const task *q)
{
    const newton *x = self;
    if (q->report->residual_error >= x->now->error)
        x->now->is_there = false;
    x->now->error = q->report->residual_error;
    const outcome ready = jacobian_ready(x->o, x->now, q);
    if (ready != SOLVED)
        return ready;
    equations_solve(q->a);
    shorten(q);
    solution_correct(q->u, q->a->d, q->u->s.dvalue);
    task_residual(q, q->report->iterations + 1, newton_raphson_renews(self, q));
    return SOLVED;
}

static outcome newton_raphson_solve(void *self, const task *q)
{
    static const iteration HOW = {.renews = newton_raphson_renews, .correct = newton_raphson_correct};
    const newton *x = self;
    x->now->is_there = x->now->is_there && x->o->keep;
    x->now->error = INFINITY;
    return iterate(&HOW, self, q);
}

static void newton_raphson_forget(void *self) { ((newton *)self)->now->is_there = false; }

const nonlinear_type nonlinear_newton_raphson_type = {
    .keyword = "newton raphson",
    .grammar = "newton raphson [, { true | modified, ITERATIONS [, keep jacobian matrix] [, honor element requests] }]",
    .summary = "Newton's method, true or modified.",
    .size = sizeof(jacobian_reuse),
    .read = newton_raphson_read,
    .memory = newton_raphson_memory,
    .keeps = newton_raphson_keeps,
    .prepare = newton_raphson_prepare,
    .solve = newton_raphson_solve,
    .forget = newton_raphson_forget,
};
