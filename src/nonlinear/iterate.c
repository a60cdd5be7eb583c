/* iterate.c - the loop of every nonlinear solver, and when its Jacobian matrix is renewed.
 *
 *     until |r| <= tolerance and |d| <= tolerance:   correct, iterations + 1
 *
 * The residual is tested before the first correction, so a step that needs none counts zero iterations, unless the
 * correction has a tolerance too: then there is at least one, and the loop ends if it passes after a residual that
 * passed. A correction that was shortened passes no test. A solver may test the residual only, if that has a
 * tolerance.
 *
 * Rounding errors may exceed the tolerance. If an iteration leaves more than half of the error, and every row that
 * prevents convergence is within its rounding error, the loop ends: further corrections are random. */
#include "base/clock.h"
#include "nonlinear/nonlinear.h"
#include "assembly/rounding.h"
#include "model/reading.h"
#include <string.h>

static outcome state_outcome(const solution *solution, double error)
{
    if (solution->failed.is_set)
        return solution->failed.ends_cleanly ? ENDED : EVALUATION_FAILED;
    return isfinite(error) ? SOLVED : NOT_FINITE;
}

/* Without a tolerance, the test of the residual leaves the decision to that of the correction. */
static bool residual_passes(const task *task)
{
    return task->test->residual > 0 ? task->report->residual_error <= task->test->residual : task->test->solution > 0;
}

static bool solution_passes(const task *task)
{
    return task->test->solution == 0 ||
           (!task->report->is_partial && task->report->solution_error <= task->test->solution);
}

static bool ends_at_most(const task *task)
{
    return task->test->at_most &&
           (task->report->iterations == 0 || task->report->residual_error < task->report->first_error);
}

/* Near the solution, where Newton's method converges fast, a few more iterations than the deck allows may be needed. */
static bool continues(const task *task, double error_before)
{
    return task->test->continues && task->report->iterations > 0 && task->report->residual_error < 0.1 * error_before;
}

/* Rows that contain only rounding errors do not count: their residual cannot become smaller. The Jacobian that this
 * requires remains valid for the next correction. */
bool task_is_rounding(const task *task)
{
    equations *equations = task->equations;
    const size_t n = (size_t)equations->model->n_unknowns;
    if (task->test->residual == 0)
        return false;
    if (!equations->is_fresh)
        equations_jacobian(equations, &task->solution->state);
    equations->is_fresh = true;
    double *noise = rounding_of_rows(equations, &task->solution->state), *r = noise + n;
    memcpy(r, equations->r, n * sizeof *r);
    for (size_t i = 0; i < n; i++)
        equations->r[i] = fabs(r[i]) <= noise[i] ? 0 : r[i];
    task->report->by_rounding = residual_error(task->test, equations, &task->solution->state) <= task->test->residual;
    memcpy(equations->r, r, n * sizeof *r);
    return task->report->by_rounding;
}

void task_residual(const task *task, int corrections, bool renews)
{
    if (renews && corrections < task->equations->expected)
        equations_eval(task->equations, &task->solution->state);
    else
        equations_residual(task->equations, &task->solution->state);
}

/* Tells whether elements wait for a correction to send to their peers. */
static bool is_open(const task *task) { return task->couple && *task->couple->status == EXCHANGE_PENDING; }

/* Tells whether the last iteration, with a Jacobian that the next one would renew, has hardly reduced the error, which
 * consists of rounding errors. */
static bool stagnates(const iteration *how, const void *self, const task *task, double error_before)
{
    const nonlinear_report *report = task->report;
    if (report->iterations == 0 || report->is_partial || report->residual_error <= 0.5 * error_before ||
        report->residual_error <= task->test->residual || !solution_passes(task) || is_open(task))
        return false;
    return (report->residual_error >= error_before || how->renews(self, task)) && task_is_rounding(task);
}

/* The answer of peers to a correction changes the residual. */
static bool iterate_exchange(const iteration *how, void *self, const task *task)
{
    if (!task->couple || *task->couple->status == EXCHANGE_DONE)
        return false;
    task->couple->exchange(task->couple->context);
    task_residual(task, task->report->iterations + 1, how->renews(self, task));
    return true;
}

static outcome loop(const iteration *how, void *self, const task *task)
{
    nonlinear_report *report = task->report;
    *report = (nonlinear_report){.column = -1};
    bool solved = task->test->solution == 0 || (how->residual_suffices && task->test->residual > 0);
    const bool needs_no_more = solved;
    double error_before = INFINITY;
    task_residual(task, 0, how->renews(self, task));
    for (;; report->iterations++) {
        report->residual_error = residual_error(task->test, task->equations, &task->solution->state);
        if (report->iterations == 0)
            report->first_error = report->residual_error;
        const outcome now = state_outcome(task->solution, report->residual_error);
        if (now != SOLVED)
            return now;
        const bool passes = residual_passes(task) && !(how->polishes && how->polishes(self, task)),
                   done = (report->ends || (passes && solved)) && !is_open(task);
        report->by_solution = report->ends && !passes;
        if (task->observer->residual)
            task->observer->residual(task->observer->context, task->equations, report,
                                     !done && how->renews(self, task));
        if (done)
            return SOLVED;
        if (stagnates(how, self, task, error_before))
            return SOLVED;
        if (task->deadline > 0 && clock_seconds() > task->deadline)
            return OUT_OF_TIME;
        if (report->iterations >= task->test->max_iterations && !continues(task, error_before))
            return ends_at_most(task) || task_is_rounding(task) ? SOLVED : NOT_CONVERGED;
        error_before = report->residual_error;
        const outcome corrected = how->correct(self, task);
        if (corrected != SOLVED)
            return corrected;
        report->solution_error = solution_error(task->test, task->equations, &task->solution->state);
        if (task->observer->solution)
            task->observer->solution(task->observer->context, task->equations, report);
        solved = needs_no_more || solution_passes(task);
        if (!iterate_exchange(how, self, task) && passes && solved && !report->ends) {
            report->by_solution = true;
            report->iterations++;
            return SOLVED;
        }
    }
}

outcome iterate(const iteration *how, void *self, const task *task)
{
    const outcome done = loop(how, self, task);
    task->equations->expected = task->report->iterations - task->report->polishes;
    if (done == SOLVED)
        equations_settle(task->equations, task->solution);
    return done;
}

/* --- Jacobian matrices -------------------------------------------------------------------------------------------- */

void read_jacobian_reuse(reader *reader, jacobian_reuse *to)
{
    to->iterations = 1;
    to->is_true = read_keyword(reader, "true");
    if (to->is_true || !read_keyword(reader, "modified"))
        return;
    to->modified = true;
    if (read_is_number(reader))
        to->iterations = read_integer_in(reader, 0, 1000000, "iterations with one Jacobian matrix");
    to->across_steps = read_keyword(reader, "keep jacobian matrix") || read_keyword(reader, "keep jacobian");
    to->honor_requests = read_keyword(reader, "honor element requests");
}

static int count_on(const model *model, const state *state)
{
    int n = 0;
    for (int i = 0; i < model->elems.n; i++)
        n += elem_is_on(state, model->elems.items[i]);
    return n;
}

bool jacobian_due(const jacobian_reuse *reuse, const jacobian_memory *now, const task *task)
{
    if (!reuse->modified || !now->is_there || now->uses >= reuse->iterations || now->c != task->solution->state.dvalue)
        return true;
    return reuse->honor_requests && now->active != count_on(task->equations->model, &task->solution->state);
}

outcome jacobian_ready(const jacobian_reuse *reuse, jacobian_memory *now, const task *task)
{
    if (jacobian_due(reuse, now, task))
        return jacobian_renew(reuse, now, task);
    now->uses++;
    return SOLVED;
}

outcome jacobian_renew(const jacobian_reuse *reuse, jacobian_memory *now, const task *task)
{
    if (!task->equations->is_fresh)
        equations_jacobian(task->equations, &task->solution->state);
    if (task->observer->jacobian)
        task->observer->jacobian(task->observer->context, task->equations);
    task->report->jacobians++;
    now->is_there = false;
    const linear_status status = equations_factor(task->equations, &task->report->column);
    if (status != LINEAR_OK)
        return status == LINEAR_SINGULAR ? SINGULAR_MATRIX : NOT_FINITE;
    if (task->observer->factored)
        task->observer->factored(task->observer->context, task->equations);
    now->is_there = true;
    now->c = task->solution->state.dvalue;
    now->uses = 1;
    if (reuse->honor_requests)
        now->active = count_on(task->equations->model, &task->solution->state);
    return SOLVED;
}
