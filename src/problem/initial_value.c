/* initial_value.c - the initial value problem, phase by phase.
 *
 * Time is the running sum of the steps, and the analysis goes on while it is below the final time; the last step is
 * never shortened. Every phase solves the same equations: the derivatives phase with c = coefficient * step at the
 * initial time, the dummy steps with a small step, the steps with c = h b0 of the method. A step that fails is repeated
 * when the strategy of the time step has another length to offer. A run that goes on from a restart file begins with
 * the steps. */
#include "base/memory_limit.h"
#include "base/clock.h"
#include "assembly/rounding.h"
#include "problem/initial_value.h"
#include "problem/diag_rows.h"
#include "problem/reduce.h"
#include "problem/run.h"
#include <string.h>

/* --- accepted states ---------------------------------------------------------------------------------------------- */

static void output(run *x, const nonlinear_report *r)
{
    if (x->listen->step)
        x->listen->step(x->listen->to, &x->u->s, r);
    show_step(x, r);
}

/* What is due at the time of the state. */
static bool eigen(const run *x)
{
    return eigen_analyse(x->p->eigen, x->eigen_done, x->a, x->u, x->listen->eigen, x->listen->to);
}

bool run_modes(run *x, const eigenanalysis *q, const rotor_blades *r, eigen_listener *report, void *to)
{
    arena *memory = arena_create();
    const rotor_turning *by = r ? multiblade_create(r, x->u, memory, x->errors) : NULL;
    const bool ok = (by || !r) && eigen_now(q, by, x->a, x->u, report, to);
    arena_destroy(memory);
    return ok;
}

bool run_reduce(run *x, const reduce_options *q, arena *memory, reduced *to)
{
    return reduce_now(q, x->a, x->u, memory, to);
}

/* --- initial state ------------------------------------------------------------------------------------------------ */

/* Momenta from the velocities: the momentum rows hold what the bodies bring, less the momenta. */
static void find_momenta(run *x)
{
    equations_residual(x->a, &x->u->s);
    for (int i = 0; i < x->m->nodes.n; i++) {
        const node *n = x->m->nodes.at[i];
        for (int k = 0; n->momentum >= 0 && k < (n->has_rotation ? 6 : 3); k++)
            x->u->y[n->momentum + k] += x->a->r[n->momentum_row + k];
    }
}

static void forget_jacobian(run *x) { x->p->nonlinear->forget(x->solver); }

static outcome derivatives_with(run *x, double coefficient, const convergence *test, nonlinear_report *r)
{
    x->u->s.dvalue = coefficient * x->p->dt;
    x->u->s.drate = 1;
    x->u->failed.is_set = false;
    forget_jacobian(x);
    return run_solve(x, test, r);
}

/* What `auto` starts from, and the coefficient that came nearest. */
typedef struct {
    const double *y, *yp;
    double coefficient, error;
    convergence test;
} derivatives_trial;

static outcome try_derivatives(run *x, double coefficient, derivatives_trial *best, nonlinear_report *r)
{
    const size_t size = (size_t)x->u->n * sizeof(double);
    memcpy(x->u->y, best->y, size);
    memcpy(x->u->yp, best->yp, size);
    solution_update(x->u);
    const outcome done = derivatives_with(x, coefficient, &best->test, r);
    if (done == NOT_CONVERGED && r->residual_error < best->error) {
        best->error = r->residual_error;
        best->coefficient = coefficient;
    }
    return done;
}

static bool is_over(outcome done) { return done == SOLVED || done == ENDED; }

/* `auto`: the coefficient; that times growing powers of the factor; divided by them; at last the one that came nearest,
 * with what it reaches as the tolerance. */
static outcome derivatives_auto(run *x, nonlinear_report *r)
{
    const size_t size = (size_t)x->u->n * sizeof(double);
    derivatives_trial best = {.y = arena_copy(x->memory, x->u->y, size),
                              .yp = arena_copy(x->memory, x->u->yp, size),
                              .error = HUGE_VAL,
                              .test = x->p->derivatives};
    const double factor = x->p->derivatives_auto_factor;
    outcome done = try_derivatives(x, x->p->derivatives_coefficient, &best, r);
    for (int direction = 0; direction < 2; direction++) {
        double coefficient = x->p->derivatives_coefficient;
        for (int i = 0; i < x->p->derivatives_auto_iterations && !is_over(done); i++) {
            coefficient = direction == 0 ? coefficient * factor : coefficient / factor;
            done = try_derivatives(x, coefficient, &best, r);
        }
    }
    if (is_over(done) || best.error == HUGE_VAL)
        return done;
    best.test.residual = 1.1 * best.error;
    return try_derivatives(x, best.coefficient, &best, r);
}

static void begin_derivatives(run *x)
{
    x->u->s.dvalue = x->p->derivatives_coefficient * x->p->dt;
    x->u->s.drate = 1;
    solution_rebase(x->u);
    x->u->s.now = PHASE_DERIVATIVES;
    find_momenta(x);
    rounding_forgive(x->a, &x->u->s, x->memory);
}

static outcome find_derivatives(run *x, nonlinear_report *r)
{
    x->u->s.seeks = x->p->derivatives_auto;
    const outcome done = x->p->derivatives_auto
                             ? derivatives_auto(x, r)
                             : derivatives_with(x, x->p->derivatives_coefficient, &x->p->derivatives, r);
    x->u->s.seeks = false;
    forget_jacobian(x);
    x->a->forgives = false;
    if (done == SOLVED)
        run_remember(x, NULL);
    else if (done != ENDED)
        report_failure(x, done, r, E_DERIVATIVES);
    return done;
}

static void tell_of_beginning(run *x, const nonlinear_report *r)
{
    if (x->listen->begun)
        x->listen->begun(x->listen->to, &x->u->s, r);
}

/* Elements that set a momentum (genel clamp) have the last word. */
static outcome derivatives(run *x, nonlinear_report *r)
{
    begin_derivatives(x);
    solution_own(x->u);
    const outcome done = find_derivatives(x, r);
    if (done == SOLVED)
        tell_of_beginning(x, r);
    return done;
}

/* The present solution is the only point that the method knows. */
static void begin_history(run *x)
{
    history_restart(x->past);
    history_pop(x->past);
    run_remember(x, NULL);
}

bool run_reconsider(run *x)
{
    nonlinear_report r = {0};
    begin_derivatives(x);
    const bool ok = find_derivatives(x, &r) == SOLVED;
    if (ok)
        begin_history(x);
    x->u->s.now = PHASE_STEP;
    return ok;
}

/* They move state and time, and do not count as steps. */
static outcome dummy_steps(run *x, nonlinear_report *r)
{
    if (x->p->dummy_steps == 0)
        return SOLVED;
    const double h = x->p->dummy_ratio * x->p->dt;
    x->u->s.now = PHASE_DUMMY;
    for (int i = 0; i < x->p->dummy_steps; i++) {
        const outcome done = run_step(x, &x->p->dummy_method, &x->p->dummy, h, r);
        if (done != SOLVED) {
            if (done != ENDED)
                report_failure(x, done, r, E_NO_CONVERGENCE);
            return done;
        }
        solution_accept(x->u);
        run_remember(x, &x->now->last);
    }
    tell_of_beginning(x, r);
    run_set_time(x, x->u->s.t, x->p->dt, 0);
    begin_history(x);
    forget_jacobian(x);
    return SOLVED;
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static double limited(const run *x, double h)
{
    return x->p->longest ? fmin(h, drive_now(x->p->longest, &x->u->s)) : h;
}

/* What is begun now may take as long as the limits say. */
static void begin_clock(run *x)
{
    x->deadline = x->m->limits.step_seconds > 0 ? clock_seconds() + x->m->limits.step_seconds : 0;
}

/* The shortest length bounds how far steps are shortened, but the one that the deck begins with is always allowed. */
static bool is_step(const run *x, double h)
{
    const double t = x->u->s.t;
    return h > 0 && h >= fmin(x->p->dt_min, x->p->dt) && t + h > t && isfinite(t + h);
}

/* The element for which the step that was solved is too long, or, when it was not solved, may be; NULL: none. */
static const elem *find_too_long(const run *x, outcome done)
{
    for (int i = 0; done == NOT_CONVERGED && i < x->n_judges; i++)
        if (elem_is_on(&x->u->s, x->judges[i]))
            return x->judges[i];
    return done == SOLVED ? x->too_long : NULL;
}

/* Where the motion itself jumps no step is short enough: after so many halves it is taken, and said once. */
static bool is_taken_as_it_is(run *x, const elem *e)
{
    enum { MOST_HALVES = 20 };
    if (x->now->halved.times < MOST_HALVES)
        return false;
    if (!x->now->is_told_of_jump)
        diag_report(x->errors, W_STEP_JUMPS, e->where, x->u->s.t, e->type->card->name, e->label);
    x->now->is_told_of_jump = true;
    return true;
}

/* Half the length; a step that is halved begins what fills one of the length that was wanted. */
static double halve(run *x, double h)
{
    halved_step *k = &x->now->halved;
    if (k->length == 0)
        *k = (halved_step){.length = h};
    k->times++;
    k->done *= 2;
    return ldexp(k->length, -k->times);
}

static bool has_own_step(const integrator_type *method)
{
    return method->stages > 1 || method->fixed_step || method->holds_step;
}

/* A step without a solution is shortened so often, unless the deck has a strategy of its own. */
static bool may_shorten(const run *x, outcome done)
{
    enum { MOST_TRIES = 12 };
    const bool is_fixed = has_own_step(x->p->method.type);
    return done == SOLVED || (!is_fixed && x->now->halved.times < MOST_TRIES && !strategy_varies(&x->p->strategy));
}

/* False after an error: the method has a step of its own, or the shortest one is reached. */
static bool shorten(run *x, const elem *e, double *h)
{
    if (has_own_step(x->p->method.type)) {
        diag_report(x->errors, E_STEP_OF_METHOD, e->where, x->u->s.t, e->type->card->name, e->label);
        return false;
    }
    *h = halve(x, *h);
    forget_jacobian(x);
    const bool ok = is_step(x, *h);
    if (!ok)
        diag_report(x->errors, E_STEP_FOR_ELEMENT, e->where, x->u->s.t, e->type->card->name, e->label, *h);
    return ok;
}

/* Length of the next step while halved ones fill one: twice as long where that fits. */
static double next_of_halved(run *x)
{
    halved_step *k = &x->now->halved;
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

/* A step of length *h, or of another one when it fails. */
static outcome try_step(run *x, double *h, nonlinear_report *r)
{
    const double t = x->u->s.t, dt = x->u->s.dt;
    const int step = x->u->s.step;
    for (;;) {
        const outcome done = run_step(x, &x->p->method, &x->p->step, *h, r);
        const elem *too_long = find_too_long(x, done);
        if (too_long && (done == NOT_CONVERGED || !is_taken_as_it_is(x, too_long)) && may_shorten(x, done)) {
            run_set_time(x, t, dt, step);
            if (shorten(x, too_long, h))
                continue;
            return NOT_CONVERGED;
        }
        if (done == SOLVED || done == ENDED)
            return done;
        if (done == OUT_OF_TIME) {
            report_failure(x, done, r, E_NO_CONVERGENCE);
            return done;
        }
        const double failed_at = x->u->s.t;
        run_set_time(x, t, dt, step);
        const double shorter = limited(x, strategy_repeat(&x->p->strategy, &x->now->strategy, &x->u->s, *h));
        if (shorter == *h || t + shorter == t) {
            run_set_time(x, failed_at, *h, step + 1);
            show_bailout(x);
            report_failure(x, done, r, E_NO_CONVERGENCE);
            return done;
        }
        forget_jacobian(x);
        if (!is_step(x, shorter)) {
            report_failure(x, done, r, E_NO_CONVERGENCE);
            report_step_length(x, shorter);
            return done;
        }
        *h = shorter;
    }
}

static bool is_aborted_after(const run *x)
{
    return x->p->abort == ABORT_STEP && x->sum->steps >= x->p->abort_step + x->p->method.type->startup;
}

static bool is_stopped(const run *x) { return x->listen->stop && x->listen->stop(x->listen->to); }

/* A step that would go beyond the time it is to end at, or nearly reach it, is cut or stretched to end there; the next
 * one has the length it would have had. Rounding of the time is no reason to. False after an error. */
static bool cut(run *x, bool is_halved, double *h)
{
    const double left = x->until - x->u->s.t;
    if (left > 1.001 * *h || fabs(left - *h) <= 1e-9 * *h) {
        x->now->uncut = is_halved ? x->now->uncut : 0;
        return true;
    }
    if (has_own_step(x->p->method.type)) {
        diag_report(x->errors, E_STEP_CUT, x->p->method_where, x->until, *h);
        return false;
    }
    if (!is_halved)
        x->now->uncut = *h;
    else if (x->now->uncut == 0)
        x->now->uncut = x->now->halved.length;
    x->now->halved = (halved_step){0};
    *h = left;
    return true;
}

/* Not beyond the window of a coupling. False after an error. */
static bool limit_by_coupling(run *x, double *h)
{
    if (!x->couple_with)
        return true;
    const double last = x->u->s.dt;
    x->now->wanted = *h;
    *h = participant_limit(x, *h);
    run_set_time(x, x->u->s.t, *h, x->u->s.step);
    const bool ok = !has_own_step(x->p->method.type) || x->u->s.step == 0 || fabs(last - *h) <= 1e-9 * *h;
    if (!ok)
        diag_report(x->errors, E_STEP_CUT, x->p->method_where, x->u->s.t + *h, last);
    return ok;
}

/* After steps of length h. One that many iterations have made shorter is not shorter than the deck allows. */
static double by_strategy(run *x, double h)
{
    const double next = strategy_next(&x->p->strategy, &x->now->strategy, &x->u->s, h, &x->now->solved);
    const bool is_reduced = x->p->strategy.kind == STRATEGY_FACTOR && next < h;
    return limited(x, is_reduced ? fmax(next, x->p->dt_min) : next);
}

/* A step from the last accepted state. What does not lead to another leaves time and step there. */
static outcome next_step(run *x)
{
    const double t = x->u->s.t, dt = x->now->wanted > 0 ? x->now->wanted : x->u->s.dt;
    const int step = x->u->s.step;
    const bool is_halved = x->now->halved.length > 0;
    double h = x->now->uncut > 0 ? x->now->uncut : dt;
    if (is_halved)
        h = next_of_halved(x);
    else if (x->now->is_under_way)
        h = by_strategy(x, h);
    x->now->is_under_way = true;
    if (!cut(x, is_halved, &h) || !limit_by_coupling(x, &h))
        return NOT_CONVERGED;
    if (!is_step(x, h)) {
        report_step_length(x, h);
        return NOT_CONVERGED;
    }
    keep_pace(x);
    begin_clock(x);
    const outcome done = try_step(x, &h, &x->now->solved);
    if (done == SOLVED)
        return SOLVED;
    run_set_time(x, t, dt, step);
    forget_jacobian(x);
    return done;
}

/* Elements that tell peers of an accepted state may fail to. */
static bool peers_have_heard(const run *x)
{
    const fault *f = &x->u->failed;
    return !x->peers || !f->is_set || f->ends_cleanly || report_failure(x, FAULT, NULL, NULL);
}

/* Nothing takes it back any more. */
static bool step_told(run *x)
{
    output(x, &x->now->solved);
    run_remember(x, &x->now->last);
    return eigen(x) && restart_save_due(x) && peers_have_heard(x);
}

static step_fate step_accepted(run *x)
{
    solution_accept(x->u);
    x->sum->steps++;
    x->sum->error += x->now->solved.residual_error;
    x->sum->t = x->u->s.t;
    const step_fate fate = participant_advance(x, step_told);
    if (fate == STEP_WAITS)
        run_remember(x, &x->now->last);
    if (fate == STEP_STAYS && !(step_told(x) && participant_commit(x)))
        return STEP_FAILED;
    return fate;
}

void run_carry_done(solution *to, const run *x)
{
    const size_t at = (size_t)((const unsigned char *)x->eigen_done - (const unsigned char *)x->u->extra);
    const int n = x->p->eigen ? x->p->eigen->n_times : 0;
    memcpy((unsigned char *)to->extra + at, x->eigen_done, (size_t)n);
}

static run_status over(run *x, bool ok)
{
    x->now->is_over = true;
    return ok ? RUN_ENDED : RUN_FAILED;
}

/* Whether there is a next step, and it is wanted. */
static run_status look_ahead(run *x)
{
    const bool is_there = x->u->s.t < x->p->t_end && !is_aborted_after(x) && participant_goes_on(x);
    x->sum->complete = true;
    return !is_there ? over(x, true) : is_stopped(x) ? RUN_ENDED : RUN_GOES_ON;
}

static run_status advance_step(run *x)
{
    step_fate fate;
    do {
        const outcome done = next_step(x);
        x->sum->complete = done == SOLVED || done == ENDED;
        if (done != SOLVED)
            return over(x, done == ENDED);
        fate = step_accepted(x);
    } while ((fate == STEP_WAITS || fate == STEP_TAKEN_BACK) && !is_stopped(x));
    return fate == STEP_FAILED ? over(x, false) : look_ahead(x);
}

/* --- inverse dynamics --------------------------------------------------------------------------------------------- */

static run_status instant(run *x)
{
    nonlinear_report r;
    const outcome done = inverse_instant(x, &r);
    if (done != SOLVED && done != ENDED) {
        report_failure(x, done, &r, E_NO_CONVERGENCE);
        return over(x, false);
    }
    if (done == ENDED) {
        x->sum->complete = true;
        return over(x, true);
    }
    solution_accept(x->u);
    output(x, &r);
    return look_ahead(x);
}

static run_status begin_inverse(run *x)
{
    run_set_time(x, x->p->t0, x->p->dt, 0);
    x->sum->t = x->p->t0;
    solution_start(x->u);
    if (x->listen->assembled)
        x->listen->assembled(x->listen->to);
    if (!inverse_prepare(x))
        return over(x, false);
    run_remember(x, NULL);
    run_predict(x);
    return instant(x);
}

static run_status advance_inverse(run *x)
{
    run_predict(x);
    run_set_time(x, x->u->s.t + x->p->dt, x->p->dt, x->u->s.step + 1);
    x->sum->steps++;
    x->sum->t = x->u->s.t;
    return instant(x);
}

/* --- the beginning ------------------------------------------------------------------------------------------------ */

static bool is_aborted(run *x, abort_after here, const nonlinear_report *r)
{
    if (x->p->abort != here)
        return false;
    solution_accelerations(x->u);
    x->sum->complete = here < ABORT_DERIVATIVES || eigen(x);
    output(x, r);
    return true;
}

/* True when the analysis goes on; otherwise *status says how it ended. */
static bool goes_on(run *x, outcome done, abort_after here, const nonlinear_report *r, run_status *status)
{
    if (done == SOLVED && !is_aborted(x, here, r))
        return true;
    if (done == ENDED)
        x->sum->complete = true;
    *status = over(x, done == SOLVED || done == ENDED);
    return false;
}

static void begin_pace(run *x)
{
    if (x->p->clock.is_set)
        real_time_begin(&x->p->clock, x->errors, x->p->where);
}

static run_status begin_steps(run *x)
{
    nonlinear_report r = {0};
    initial_report assembled;
    run_status status = RUN_GOES_ON;
    run_set_time(x, x->p->t0, x->p->dt, 0);
    x->sum->t = x->p->t0;
    if (is_aborted(x, ABORT_INPUT, &r))
        return over(x, true);
    if (!initial_assembly(x->u, &assembled))
        return over(x, report_assembly(x, &assembled));
    tell_of_assembly(x, &assembled);
    if (x->p->abort != ABORT_ASSEMBLY)
        initial_reactions_forget(x->u);
    solution_start(x->u);
    if (x->listen->assembled)
        x->listen->assembled(x->listen->to);
    if (!goes_on(x, SOLVED, ABORT_ASSEMBLY, &r, &status))
        return status;
    if (!eigen(x))
        return over(x, false);
    outcome met = peers_start(x);
    met = met == SOLVED ? participant_begin(x) : met;
    if (!goes_on(x, met == SOLVED ? derivatives(x, &r) : met, ABORT_DERIVATIVES, &r, &status))
        return status;
    if (!goes_on(x, dummy_steps(x, &r), ABORT_DUMMY_STEPS, &r, &status))
        return status;
    x->u->s.now = PHASE_STEP;
    x->u->failed.is_set = false;
    solution_accept(x->u);
    if (!eigen(x))
        return over(x, false);
    output(x, &r);
    if (!peers_have_heard(x))
        return over(x, false);
    participant_start(x);
    begin_pace(x);
    x->sum->complete = true;
    return x->u->s.t < x->p->t_end ? RUN_GOES_ON : over(x, true);
}

/* From a restart file, which has been loaded. */
static run_status begin_resumed(run *x)
{
    x->u->s.now = PHASE_STEP;
    if (x->listen->assembled)
        x->listen->assembled(x->listen->to);
    begin_pace(x);
    if (!eigen(x) || participant_begin(x) != SOLVED)
        return over(x, false);
    participant_start(x);
    x->sum->complete = true;
    return x->u->s.t < x->p->t_end && !is_aborted_after(x) ? RUN_GOES_ON : over(x, true);
}

run_status run_begin(run *x)
{
    const bool is_input_alone = x->p->abort == ABORT_INPUT && !x->o.resume && !x->m->is_inverse;
    if (!is_input_alone && !peers_begin(x))
        return over(x, false);
    return x->o.resume ? begin_resumed(x) : x->m->is_inverse ? begin_inverse(x) : begin_steps(x);
}

run_status run_advance(run *x)
{
    if (x->now->is_over)
        return x->sum->complete ? RUN_ENDED : RUN_FAILED;
    return x->m->is_inverse ? advance_inverse(x) : advance_step(x);
}

run_status run_advance_to(run *x, double until)
{
    x->until = until;
    const run_status status = run_advance(x);
    x->until = HUGE_VAL;
    return status;
}

run_status run_end(run *x)
{
    const bool has_begun = x->u->s.now == PHASE_STEP;
    const bool ok = x->m->options.restart != RESTART_END || !has_begun || restart_save(x);
    show_pace(x);
    peers_end(x);
    participant_end(x);
    return over(x, ok);
}

bool run_is_over(const run *x) { return x->now->is_over; }
solution *run_solution(run *x) { return x->u; }
const run_summary *run_results(const run *x) { return x->sum; }
solver_seconds run_seconds(const run *x) { return x->seconds; }

/* --- setting up --------------------------------------------------------------------------------------------------- */

static int points_needed(const run *x)
{
    const integrator_type *method = x->p->method.type, *other = x->p->dummy_method.type;
    const int main = method->points + method->stages - 1, dummy = other->points + other->stages - 1;
    if (x->m->is_inverse)
        return 1;
    return x->p->dummy_steps > 0 && dummy > main ? dummy : main;
}

static size_t whole_lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

/* The solution, with what the run adds to it. */
static void lay_out(run *x)
{
    const initial_value *p = x->p;
    const int points = points_needed(x), times = p->eigen ? p->eigen->n_times : 0;
    const bool slopes = p->method.type->slopes || p->dummy_method.type->slopes;
    const size_t past = whole_lines(history_size(x->m, points, slopes));
    const size_t progress = whole_lines(sizeof(run_progress)), done = whole_lines((size_t)times);
    x->solver_size = whole_lines(p->nonlinear->memory(p->nonlinear_options, x->m->n_unknowns));
    x->u = solution_create(x->m, past + progress + done + x->solver_size, x->errors, x->memory);
    unsigned char *at = x->u->extra;
    x->now = (run_progress *)at;
    x->sum = &x->now->sum;
    x->past = history_create(x->m, points, slopes, at + progress, x->memory);
    x->eigen_done = (bool *)(at + progress + past);
    x->solver_memory = at + progress + past + done;
}

/* Whether the factors, where it is known how large they will be, fit into memory. */
static bool has_memory(run *x)
{
    static const double GB = 1e9, LARGE = 1e9;
    const double bytes = linear_bytes(x->a->solver), there = memory_available();
    const int n = x->m->n_unknowns;
    if (bytes >= LARGE)
        diag_report(x->errors, N_LARGE, x->p->where, n, bytes / GB);
    if (bytes <= there)
        return true;
    diag_report(x->errors, E_TOO_LARGE, x->p->where, n, bytes / GB, there / GB);
    diag_hint(x->errors,
              "a coarser mesh, more memory, or 'nonlinear solver: matrix free, gmres, preconditioner, incomplete "
              "factors', which needs less, may help");
    return false;
}

static bool prepare_solvers(run *x)
{
    const initial_value *p = x->p;
    linear_options o = p->linear_options;
    int threads = p->assembly_threads;
    x->a = equations_create(x->m, x->memory);
    x->a->seconds = x->o.is_timed ? &x->seconds : NULL;
    o.is_restartable = x->m->options.restart != RESTART_NEVER || x->o.resume || x->o.may_return || x->m->participant;
    o.team = x->team = threads_hire(&threads, &o.threads, x->a);
    equations_share(x->a, x->team, threads, x->memory);
    const char *wanted = p->nonlinear->linear ? p->nonlinear->linear(p->nonlinear_options) : NULL;
    const linear_backend *type = wanted ? linear_backend_find(wanted) : p->linear;
    if (!equations_choose_solver(x->a, type, &o)) {
        diag_report(x->errors, E_SOLVER_MISSING, p->where, type->keyword);
        return false;
    }
    if (!has_memory(x))
        return false;
    if (p->step.scale)
        equations_want_scales(x->a, x->memory);
    if (p->step.residual_test == TEST_RELNORM || p->step.residual_test == TEST_SEPNORM)
        equations_want_magnitudes(x->a, x->memory);
    x->solver = p->nonlinear->prepare(p->nonlinear_options, x->solver_memory, x->u->n, x->memory);
    return true;
}

static void find_switches(run *x)
{
    for (int i = 0; i < x->m->elems.n; i++)
        x->switches |= (x->m->elems.at[i]->type->flags & ELEM_SWITCHES) != 0;
}

static void list_judges(run *x)
{
    x->judges = ARENA_ARRAY(x->memory, const elem *, x->m->elems.n);
    for (int i = 0; i < x->m->elems.n; i++)
        if (x->m->elems.at[i]->type->is_too_long)
            x->judges[x->n_judges++] = x->m->elems.at[i];
}

run *run_create(const initial_value *p, const model *m, const run_options *o)
{
    arena *memory = arena_create();
    run *x = ARENA_NEW(memory, run);
    *x = (run){.p = p, .m = m, .o = *o, .errors = o->errors, .memory = memory, .until = HUGE_VAL};
    x->listen = &x->o.listen;
    lay_out(x);
    bool ok = prepare_solvers(x);
    if (ok) {
        hear_iterations(x);
        solution_initial(x->u);
        restart_prepare(x);
        peers_prepare(x);
        participant_prepare(x);
        list_judges(x);
        find_switches(x);
        ok = (!o->resume || restart_load(x)) && (!o->listen.begin || o->listen.begin(o->listen.to, m, &x->u->s));
    }
    if (ok)
        return x;
    run_destroy(x);
    return NULL;
}

void run_destroy(run *x)
{
    if (!x)
        return;
    peers_end(x);
    participant_destroy(x);
    archive_destroy(x->kept);
    equations_destroy(x->a);
    team_destroy(x->team);
    solution_destroy(x->u);
    arena_destroy(x->memory);
}

bool initial_value_solve(const initial_value *p, const model *m, const run_options *o, run_summary *summary)
{
    *summary = (run_summary){0};
    run *x = run_create(p, m, o);
    run_status status = x ? run_begin(x) : RUN_FAILED;
    while (status == RUN_GOES_ON)
        status = run_advance(x);
    if (x && run_end(x) == RUN_FAILED)
        status = RUN_FAILED;
    if (x)
        *summary = *x->sum;
    diag_flush(o->errors);
    run_destroy(x);
    return status == RUN_ENDED;
}
