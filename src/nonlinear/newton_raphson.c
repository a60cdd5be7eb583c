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
    const jacobian_reuse *reuse;
    jacobian_memory *now;
} newton;

static void newton_raphson_read(reader *reader, void *options) { read_jacobian_reuse(reader, options); }

static bool newton_raphson_reuses(const void *options) { return ((const jacobian_reuse *)options)->across_steps; }

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

static bool newton_raphson_renews(const void *self, const task *task)
{
    const newton *newton = self;
    return jacobian_due(newton->reuse, newton->now, task);
}

static void shorten(const task *task)
{
    task->report->is_partial = task->solution->state.freezes_switches && task->report->iterations % 2 == 1;
    for (int i = 0; task->report->is_partial && i < task->solution->n; i++)
        task->equations->d[i] *= 0.5;
}

static outcome newton_raphson_correct(void *self, const task *task)
{
    const newton *newton = self;
    if (task->report->residual_error >= newton->now->error)
        newton->now->is_there = false;
    newton->now->error = task->report->residual_error;
    const outcome ready = jacobian_ready(newton->reuse, newton->now, task);
    if (ready != SOLVED)
        return ready;
    equations_solve(task->equations);
    shorten(task);
    solution_correct(task->solution, task->equations->d, task->solution->state.dvalue);
    task_residual(task, task->report->iterations + 1, newton_raphson_renews(self, task));
    return SOLVED;
}

static outcome newton_raphson_solve(void *self, const task *task)
{
    static const iteration HOW = {.renews = newton_raphson_renews, .correct = newton_raphson_correct};
    const newton *newton = self;
    newton->now->is_there = newton->now->is_there && newton->reuse->across_steps;
    newton->now->error = INFINITY;
    return iterate(&HOW, self, task);
}

static void newton_raphson_invalidate(void *self) { ((newton *)self)->now->is_there = false; }

const nonlinear_type nonlinear_newton_raphson_type = {
    .keyword = "newton raphson",
    .grammar =
        "newton raphson [, { true | modified [, ITERATIONS] [, keep jacobian matrix] [, honor element requests] }]",
    .summary = "Newton's method, true or modified.",
    .size = sizeof(jacobian_reuse),
    .read = newton_raphson_read,
    .memory = newton_raphson_memory,
    .reuses = newton_raphson_reuses,
    .prepare = newton_raphson_prepare,
    .solve = newton_raphson_solve,
    .invalidate = newton_raphson_invalidate,
};
