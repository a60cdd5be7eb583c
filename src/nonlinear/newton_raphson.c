/* newton_raphson.c - Newton's method, with the Jacobian renewed at every iteration (true) or at every n-th (modified).
 *
 *     J d = -r,   y' += d,  y += c d                                                                         */
#include "nonlinear/nonlinear.h"

static void read(reader *r, void *self) { read_jacobian_reuse(r, self); }
static bool renews(const void *self, const task *q) { return jacobian_due(self, q); }

static outcome correct(void *self, const task *q)
{
    const outcome ready = jacobian_ready(self, q);
    if (ready != SOLVED)
        return ready;
    equations_solve(q->a);
    solution_correct(q->u, q->a->d, q->u->s.dvalue);
    task_residual(q, q->report->iterations + 1, jacobian_due(self, q));
    return SOLVED;
}

static outcome solve(void *self, const task *q)
{
    static const iteration HOW = {.renews = renews, .correct = correct};
    jacobian_reuse *j = self;
    j->is_there = j->is_there && j->keep;
    return iterate(&HOW, self, q);
}

static void forget(void *self) { ((jacobian_reuse *)self)->is_there = false; }

static void keep(archive *a, void *self) { jacobian_keep(a, self); }

const nonlinear_type nonlinear_newton_raphson_type = {
    .keyword = "newton raphson",
    .grammar = "newton raphson [, { true | modified, ITERATIONS [, keep jacobian matrix] [, honor element requests] }]",
    .summary = "Newton's method, true or modified.",
    .size = sizeof(jacobian_reuse),
    .read = read,
    .solve = solve,
    .forget = forget,
    .keep = keep,
};
