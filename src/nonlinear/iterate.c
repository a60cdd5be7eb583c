/* iterate.c - the loop of every nonlinear solver, and when its Jacobian matrix is made anew.
 *
 *     until |r| <= tolerance and |d| <= tolerance:   correct, iterations + 1
 *
 * The residual is tested before the first correction, so a step that needs none counts zero iterations, unless the
 * correction has a tolerance too: then there is at least one, and when it passes after a residual that did, that is the
 * end. A correction that was cut short passes no test. A solver may leave it at the residual, when that has a
 * tolerance. */
#include "base/clock.h"
#include "nonlinear/nonlinear.h"
#include "assembly/rounding.h"
#include <string.h>

static outcome state_outcome(const solution *u, double error)
{
    if (u->failed.is_set)
        return u->failed.ends_cleanly ? ENDED : FAULT;
    return isfinite(error) ? SOLVED : NOT_FINITE;
}

/* Without a tolerance the test of the residual leaves the decision to that of the correction. */
static bool residual_passes(const task *q)
{
    return q->test->residual > 0 ? q->report->residual_error <= q->test->residual : q->test->solution > 0;
}

static bool solution_passes(const task *q)
{
    return q->test->solution == 0 || (!q->report->is_partial && q->report->solution_error <= q->test->solution);
}

static bool ends_at_most(const task *q)
{
    return q->test->at_most && (q->report->iterations == 0 || q->report->residual_error < q->report->first_error);
}

/* Iterations near the solution, where Newton's method converges fast, may need a few more than the deck allows. */
static bool goes_on(const task *q, double error_before)
{
    return q->test->goes_on && q->report->iterations > 0 && q->report->residual_error < 0.1 * error_before;
}

/* Rows with no more than rounding do not count: a smaller residual cannot be had. */
static bool is_rounding(const task *q)
{
    equations *a = q->a;
    const size_t n = (size_t)a->m->n_unknowns;
    arena *memory = arena_create();
    double *r = arena_copy(memory, a->r, n * sizeof *r), *noise = ARENA_ARRAY(memory, double, n);
    if (!a->is_fresh)
        equations_jacobian(a, &q->u->s);
    rounding_of_rows(a, &q->u->s, noise);
    for (size_t i = 0; i < n; i++)
        a->r[i] = fabs(r[i]) <= noise[i] ? 0 : r[i];
    const bool is = q->test->residual > 0 && residual_error(q->test, a, &q->u->s) <= q->test->residual;
    memcpy(a->r, r, n * sizeof *r);
    arena_destroy(memory);
    return is;
}

void task_residual(const task *q, int corrections, bool renews)
{
    if (renews && corrections < q->a->expected)
        equations_both(q->a, &q->u->s);
    else
        equations_residual(q->a, &q->u->s);
}

/* Whether elements wait for a correction, to tell their peers of it. */
static bool is_open(const task *q) { return q->couple && *q->couple->talk == EXCHANGE_WAITS; }

/* What peers answer to a correction changes the residual. */
static bool iterate_exchange(const iteration *how, void *self, const task *q)
{
    if (!q->couple || *q->couple->talk == EXCHANGE_OVER)
        return false;
    q->couple->exchange(q->couple->context);
    task_residual(q, q->report->iterations + 1, how->renews(self, q));
    return true;
}

static outcome loop(const iteration *how, void *self, const task *q)
{
    nonlinear_report *r = q->report;
    *r = (nonlinear_report){.column = -1};
    bool solved = q->test->solution == 0 || (how->residual_suffices && q->test->residual > 0);
    const bool needs_no_more = solved;
    double error_before = INFINITY;
    task_residual(q, 0, how->renews(self, q));
    for (;; r->iterations++) {
        r->residual_error = residual_error(q->test, q->a, &q->u->s);
        if (r->iterations == 0)
            r->first_error = r->residual_error;
        const outcome now = state_outcome(q->u, r->residual_error);
        if (now != SOLVED)
            return now;
        const bool passes = residual_passes(q), done = (r->ends || (passes && solved)) && !is_open(q);
        r->by_solution = r->ends && !passes;
        if (q->listen->residual)
            q->listen->residual(q->listen->context, q->a, r, !done && how->renews(self, q));
        if (done)
            return SOLVED;
        if (q->deadline > 0 && clock_seconds() > q->deadline)
            return OUT_OF_TIME;
        if (r->iterations >= q->test->max_iterations && !goes_on(q, error_before))
            return ends_at_most(q) || is_rounding(q) ? SOLVED : NOT_CONVERGED;
        error_before = r->residual_error;
        const outcome corrected = how->correct(self, q);
        if (corrected != SOLVED)
            return corrected;
        r->solution_error = solution_error(q->test, q->a, &q->u->s);
        if (q->listen->solution)
            q->listen->solution(q->listen->context, q->a, r);
        solved = needs_no_more || solution_passes(q);
        if (!iterate_exchange(how, self, q) && passes && solved && !r->ends) {
            r->by_solution = true;
            r->iterations++;
            return SOLVED;
        }
    }
}

outcome iterate(const iteration *how, void *self, const task *q)
{
    const outcome done = loop(how, self, q);
    q->a->expected = q->report->iterations;
    if (done == SOLVED)
        equations_settle(q->a, q->u);
    return done;
}

/* --- Jacobian matrices -------------------------------------------------------------------------------------------- */

void read_jacobian_reuse(reader *r, jacobian_reuse *to)
{
    to->iterations = 1;
    if (read_keyword(r, "true") || !read_keyword(r, "modified"))
        return;
    to->modified = true;
    to->iterations = read_integer_in(r, 0, 1000000, "iterations with one Jacobian matrix");
    to->keep = read_keyword(r, "keep jacobian matrix") || read_keyword(r, "keep jacobian");
    to->honor_requests = read_keyword(r, "honor element requests");
}

static int count_on(const model *m, const state *s)
{
    int n = 0;
    for (int i = 0; i < m->elems.n; i++)
        n += elem_is_on(s, m->elems.items[i]);
    return n;
}

bool jacobian_due(const jacobian_reuse *j, const jacobian_memory *now, const task *q)
{
    if (!j->modified || !now->is_there || now->age >= j->iterations || now->c != q->u->s.dvalue)
        return true;
    return j->honor_requests && now->active != count_on(q->a->m, &q->u->s);
}

outcome jacobian_ready(const jacobian_reuse *j, jacobian_memory *now, const task *q)
{
    if (!jacobian_due(j, now, q)) {
        now->age++;
        return SOLVED;
    }
    if (!q->a->is_fresh)
        equations_jacobian(q->a, &q->u->s);
    if (q->listen->jacobian)
        q->listen->jacobian(q->listen->context, q->a);
    q->report->jacobians++;
    now->is_there = false;
    const linear_status status = equations_factor(q->a, &q->report->column);
    if (status != LINEAR_OK)
        return status == LINEAR_SINGULAR ? SINGULAR_MATRIX : NOT_FINITE;
    if (q->listen->factored)
        q->listen->factored(q->listen->context, q->a);
    now->is_there = true;
    now->c = q->u->s.dvalue;
    now->age = 1;
    if (j->honor_requests)
        now->active = count_on(q->a->m, &q->u->s);
    return SOLVED;
}
