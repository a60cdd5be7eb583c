/* step_control.c - the length of the next step, and what is done when a step of that length fails.
 *
 *     length      that of the strategy (strategy.c), limited by `max time step`
 *     halved      after an element rejects a step that is too long for it: the halves fill one of the requested length
 *     cut         a step ends at the time that the caller requests; the next one has the length it would have had
 *     coupled     a step ends with the time window of a coupling
 *     repeated    after a failure, with the length that the strategy provides, if any; otherwise with the same length,
 *                 by the ways of continuation.c
 *     accuracy    steps whose error is too large are repeated (error_control.h) */
#include "base/clock.h"
#include "problem/continuation.h"
#include "problem/diag_rows.h"
#include "problem/radau_step.h"

/* --- limits ------------------------------------------------------------------------------------------------------- */

void step_limits_prepare(run *run)
{
    step_limits *limits = &run->limits;
    limits->until = HUGE_VAL;
    limits->limiters = ARENA_ARRAY(run->memory, const elem *, run->model->elems.n);
    for (int i = 0; i < run->model->elems.n; i++) {
        const elem *element = run->model->elems.items[i];
        const elem_history history = elem_history_of(element->type);
        limits->has_switches |= history.is_discontinuous || (history.has_friction && history.has_friction(element));
        if (history.rejects_step)
            limits->limiters[limits->n_limiters++] = element;
    }
}

void step_limits_check(run *run)
{
    step_limits *limits = &run->limits;
    for (int i = 0; !limits->rejected_by && i < limits->n_limiters; i++) {
        const elem *element = limits->limiters[i];
        if (elem_is_on(&run->solution->state, element) &&
            element->type->history->rejects_step(&run->solution->state, element))
            limits->rejected_by = element;
    }
}

static double limited(const run *run, double h)
{
    return run->problem->longest ? fmin(h, drive_now(run->problem->longest, &run->solution->state)) : h;
}

void step_limits_begin(run *run)
{
    const double seconds = run->model->limits.step_seconds;
    run->limits.deadline = seconds > 0 ? clock_seconds() + seconds : 0;
}

/* The shortest length limits how far steps are shortened, but the initial length of the deck is always allowed. */
static bool is_step(const run *run, double h)
{
    const double t = run->solution->state.t;
    return h > 0 && h >= fmin(run->problem->dt_min, run->problem->dt) && t + h > t && isfinite(t + h);
}

static bool fixes_step(const integrator_type *method)
{
    return method->stages > 1 || method->fixed_step || method->holds_step;
}

/* --- halving ------------------------------------------------------------------------------------------------------ */

/* Returns the element that rejects the step that was solved, or, if it was not solved, the one that may be the cause;
 * NULL if there is none. */
static const elem *find_rejecting(const run *run, outcome done)
{
    for (int i = 0; done == NOT_CONVERGED && i < run->limits.n_limiters; i++)
        if (elem_is_on(&run->solution->state, run->limits.limiters[i]))
            return run->limits.limiters[i];
    return done == SOLVED ? run->limits.rejected_by : NULL;
}

/* If the motion itself is discontinuous no step is short enough: after a number of halvings the step is accepted, and
 * this is reported once. */
static bool is_accepted_anyway(run *run, const elem *element)
{
    enum { MOST_HALVES = 20 };
    step_control *steps = &run->now->steps;
    if (steps->halved.times < MOST_HALVES)
        return false;
    if (!steps->has_reported_jump)
        diag_report(run->errors, W_STEP_JUMPS, element->location, run->solution->state.t, element->type->card->name,
                    element->label);
    steps->has_reported_jump = true;
    return true;
}

/* A step without a solution may be shortened this often, unless the deck specifies a strategy. */
static bool may_halve(const run *run, outcome done)
{
    enum { MOST_TRIES = 12 };
    if (done == SOLVED)
        return true;
    return !fixes_step(run->problem->method.type) && run->now->steps.halved.times < MOST_TRIES &&
           !strategy_varies(&run->problem->strategy);
}

/* Returns half the length. The first halved step begins a series that fills one of the requested length. */
static double half_of(halved_step *k, double h)
{
    if (k->length == 0)
        *k = (halved_step){.length = h};
    k->times++;
    k->done *= 2;
    return ldexp(k->length, -k->times);
}

/* Returns false after an error: the method prescribes the step, or the shortest length is reached. */
static bool halve(run *run, const elem *element, double *h)
{
    if (fixes_step(run->problem->method.type)) {
        diag_report(run->errors, E_STEP_OF_METHOD, element->location, run->solution->state.t, element->type->card->name,
                    element->label);
        return false;
    }
    *h = half_of(&run->now->steps.halved, *h);
    run_invalidate_jacobian(run);
    const bool ok = is_step(run, *h);
    if (!ok)
        diag_report(run->errors, E_STEP_FOR_ELEMENT, element->location, run->solution->state.t,
                    element->type->card->name, element->label, *h);
    return ok;
}

/* Returns the length of the next step while halved ones fill one: twice as long where that fits. */
static double next_of_halved(halved_step *k)
{
    k->done++;
    if (k->done % 2 == 0) {
        k->done /= 2;
        k->times--;
    }
    const double h = ldexp(k->length, -k->times);
    if (k->times == 0)
        *k = (halved_step){0};
    return h;
}

/* --- attempts ----------------------------------------------------------------------------------------------------- */

static void step_control_go_back(run *run, const step_start *from) { run_set_time(run, from->t, from->dt, from->step); }

/* Finds the length with which the strategy repeats a failed step. Returns false after reporting the failure. */
static bool repeat(run *run, const step_start *from, outcome done, double *h, const nonlinear_report *report)
{
    const double failed_at = run->solution->state.t;
    step_control_go_back(run, from);
    const double next =
        limited(run, strategy_repeat(&run->problem->strategy, &run->now->steps.strategy, &run->solution->state, *h));
    if (next == *h || from->t + next == from->t) {
        run_set_time(run, failed_at, *h, from->step + 1);
        solver_output_bailout(run);
        return report_failure(run, done, report, E_NO_CONVERGENCE);
    }
    run_invalidate_jacobian(run);
    if (!is_step(run, next)) {
        report_failure(run, done, report, E_NO_CONVERGENCE);
        return report_step_length(run, next);
    }
    *h = next;
    return true;
}

/* Performs a step of length h, or of another length if it fails. */
static outcome try_step(run *run, double h, nonlinear_report *report)
{
    const step_start from = {
        .t = run->solution->state.t, .dt = run->solution->state.dt, .step = run->solution->state.step};
    for (;;) {
        outcome done = run_step(run, &run->problem->method, &run->problem->step, h, report);
        const elem *element = find_rejecting(run, done);
        if (element && (done == NOT_CONVERGED || !is_accepted_anyway(run, element)) && may_halve(run, done)) {
            step_control_go_back(run, &from);
            if (!halve(run, element, &h))
                return NOT_CONVERGED;
            continue;
        }
        done = continuation_step(run, &from, done, h, report);
        if (done == OUT_OF_TIME)
            report_failure(run, done, report, E_NO_CONVERGENCE);
        if (done == SOLVED || done == ENDED || done == OUT_OF_TIME || !repeat(run, &from, done, &h, report))
            return done;
    }
}

/* --- accuracy ----------------------------------------------------------------------------------------------------- */

/* Limits a length so that a step ends at `end`, and the one before it is not much longer. */
static double fit(double t, double h, double end)
{
    const double left = end - t;
    if (left > 2 * h)
        return h;
    double fitted = left > 1.01 * h ? left / 2 : left;
    while (left <= 1.01 * h && t + fitted < end)
        fitted = nextafter(fitted, HUGE_VAL);
    return fitted;
}

/* Returns the last time before the next corner of a drive: a step that ends there sees nothing of what begins. */
static double next_corner(const run *run)
{
    double next = HUGE_VAL;
    const double here = run->solution->state.t + 1e-9 * run->problem->dt; /* corners that differ by rounding are one */
    for (int i = 0; i < run->model->drives_with_corners.n; i++) {
        const drive *drive = run->model->drives_with_corners.items[i];
        next = fmin(next, drive->type->corner(drive, here));
    }
    return next < HUGE_VAL ? nextafter(next, -HUGE_VAL) : next;
}

static double fit_all(run *run, double h)
{
    const double t = run->solution->state.t;
    run->now->steps.error.corner = next_corner(run);
    h = run->events ? events_begin(run, h) : h;
    if (!run->radau && history_count(run->past) > 1) /* predictions from points that are close do not reach far */
        h = fmin(h, 8 * run->solution->state.dt);
    h = fit(t, limited(run, h), error_control_end(run));
    h = fit(t, h, run->now->steps.error.corner);
    return run->limits.until < HUGE_VAL && run->limits.until < t + 1.01 * h ? fit(t, h, run->limits.until) : h;
}

/* Tells whether an element rejects the step that was solved; after a number of attempts it is accepted. */
static bool is_rejected(run *run, outcome done)
{
    enum { MOST_REJECTED = 20 };
    const elem *element = done == SOLVED ? run->limits.rejected_by : NULL;
    if (!element)
        return false;
    step_control *steps = &run->now->steps;
    if (steps->error.rejected++ < MOST_REJECTED)
        return true;
    if (!steps->has_reported_jump)
        diag_report(run->errors, W_STEP_JUMPS, element->location, run->solution->state.t, element->type->card->name,
                    element->label);
    steps->has_reported_jump = true;
    return false;
}

/* Returns the length with which a step is repeated, at least the shortest that is allowed. */
static double shorter_step(run *run, outcome done, double h)
{
    const bool is_inaccurate = done == SOLVED && !run->limits.rejected_by;
    const double next = is_inaccurate ? run->now->steps.error.next : error_control_shorter(run, h);
    const double least = fmin(run->problem->dt_min, run->problem->dt);
    return h > least ? fmax(next, least) : next;
}

/* Performs a step whose error is within the tolerance. */
static outcome try_accurate(run *run, double h, nonlinear_report *report)
{
    const step_start from = {
        .t = run->solution->state.t, .dt = run->solution->state.dt, .step = run->solution->state.step};
    for (;;) {
        const outcome done = run_step(run, &run->problem->method, &run->problem->step, h, report);
        if (done == ENDED)
            return done;
        if (done == OUT_OF_TIME) {
            report_failure(run, done, report, E_NO_CONVERGENCE);
            return done;
        }
        const double before_event = done == SOLVED && run->events ? events_shorten(run, h) : 0;
        if (before_event > 0 && before_event < h) {
            step_control_go_back(run, &from);
            run_invalidate_jacobian(run);
            h = before_event;
            continue;
        }
        if (done == SOLVED && !is_rejected(run, done) && (error_control_accepts(run, h) || h <= run->problem->dt_min))
            return SOLVED;
        const double next = shorter_step(run, done, h), failed_at = run->solution->state.t;
        step_control_go_back(run, &from);
        run_invalidate_jacobian(run);
        if (!is_step(run, next) || next < 1e-12 * run->problem->dt || next >= h) {
            run_set_time(run, failed_at, h, from.step + 1);
            if (done != SOLVED)
                report_failure(run, done, report, E_NO_CONVERGENCE);
            step_control_go_back(run, &from);
            report_step_length(run, next);
            return NOT_CONVERGED;
        }
        h = next;
    }
}

/* --- the next step ------------------------------------------------------------------------------------------------ */

/* Cuts or stretches a step that would exceed, or nearly reach, the requested end so that it ends there; the next one
 * has the length it would have had. Rounding of the time does not change the length. Returns false after an error. */
static bool cut(run *run, bool is_halved, double *h)
{
    step_control *steps = &run->now->steps;
    const double left = run->limits.until - run->solution->state.t;
    if (left > 1.001 * *h || fabs(left - *h) <= 1e-9 * *h) {
        steps->uncut = is_halved ? steps->uncut : 0;
        return true;
    }
    if (fixes_step(run->problem->method.type)) {
        diag_report(run->errors, E_STEP_CUT, run->problem->method_where, run->limits.until, *h);
        return false;
    }
    if (!is_halved)
        steps->uncut = *h;
    else if (steps->uncut == 0)
        steps->uncut = steps->halved.length;
    steps->halved = (halved_step){0};
    *h = left;
    return true;
}

/* Limits the step to the time window of a coupling. Returns false after an error. */
static bool limit_by_coupling(run *run, double *h)
{
    if (!run->couplings.participant)
        return true;
    const double last = run->solution->state.dt;
    run->now->steps.wanted = *h;
    *h = participant_limit(run, *h);
    run_set_time(run, run->solution->state.t, *h, run->solution->state.step);
    const bool ok =
        !fixes_step(run->problem->method.type) || run->solution->state.step == 0 || fabs(last - *h) <= 1e-9 * *h;
    if (!ok)
        diag_report(run->errors, E_STEP_CUT, run->problem->method_where, run->solution->state.t + *h, last);
    return ok;
}

/* Returns the length after steps of length h. A step shortened because of many iterations is not shorter than the deck
 * allows. */
static double by_strategy(run *run, double h)
{
    const double next =
        strategy_next(&run->problem->strategy, &run->now->steps.strategy, &run->solution->state, h, &run->now->solved);
    const bool is_reduced = run->problem->strategy.kind == STRATEGY_FACTOR && next < h;
    return limited(run, is_reduced ? fmax(next, run->problem->dt_min) : next);
}

/* Finds the length that follows the last one, dt. Returns false after an error. */
static bool next_length(run *run, double dt, double *h)
{
    step_control *steps = &run->now->steps;
    const bool is_halved = steps->halved.length > 0;
    *h = steps->uncut > 0 ? steps->uncut : dt;
    if (is_halved)
        *h = next_of_halved(&steps->halved);
    else if (steps->is_under_way)
        *h = by_strategy(run, *h);
    steps->is_under_way = true;
    if (!cut(run, is_halved, h) || !limit_by_coupling(run, h))
        return false;
    return is_step(run, *h) || report_step_length(run, *h);
}

outcome step_control_advance(run *run)
{
    const double wanted = run->now->steps.wanted;
    const step_start from = {.t = run->solution->state.t,
                             .dt = wanted > 0 ? wanted : run->solution->state.dt,
                             .step = run->solution->state.step};
    double h;
    if (run->error)
        h = fit_all(run, error_control_begin(run));
    else if (!next_length(run, from.dt, &h))
        return NOT_CONVERGED;
    pace_wait(run);
    step_limits_begin(run);
    const outcome done = run->error ? try_accurate(run, h, &run->now->solved) : try_step(run, h, &run->now->solved);
    if (done == SOLVED && run->radau)
        radau_accept(run->radau);
    if (done == SOLVED && run->events)
        events_accept(run, run->solution->state.dt);
    if (done == SOLVED)
        return SOLVED;
    step_control_go_back(run, &from);
    run_invalidate_jacobian(run);
    return done;
}
