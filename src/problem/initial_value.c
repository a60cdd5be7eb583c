/* initial_value.c - the initial value problem, phase by phase.
 *
 * Time is the running sum of the steps, and the analysis goes on while it is below the final time; the last step is
 * never shortened. Every phase solves the same equations: the derivatives phase with c = coefficient * step at the
 * initial time, the dummy steps with a small step, the steps with c = h b0 of the method. A step that fails is repeated
 * when the strategy of the time step has another length to offer. A run that goes on from a restart file begins with
 * the steps. */
#include "problem/initial_value.h"
#include "problem/run.h"
#include <string.h>

/* --- accepted states ---------------------------------------------------------------------------------------------- */

static void accept(run *x)
{
    solution_accelerations(x->u);
    const state *s = &x->u->s;
    for (int i = 0; i < x->m->elems.n; i++)
        if (x->m->elems.at[i]->type->accept)
            x->m->elems.at[i]->type->accept(s, x->m->elems.at[i]);
    for (int i = 0; i < x->m->nodes.n; i++)
        if (x->m->nodes.at[i]->type->accept)
            x->m->nodes.at[i]->type->accept(s, x->m->nodes.at[i]);
    for (int i = 0; i < x->m->drives_with_history.n; i++)
        x->m->drives_with_history.at[i]->type->accept(s, x->m->drives_with_history.at[i]);
}

static void output(run *x, const nonlinear_report *r)
{
    if (x->listen->step)
        x->listen->step(x->listen->to, &x->u->s, r);
    show_step(x, r);
}

/* What is due at the time of the state. */
static bool eigen(const run *x) { return eigen_analyse(x->p->eigen, x->a, x->u, x->listen->eigen, x->listen->to); }

/* --- initial state ------------------------------------------------------------------------------------------------ */

/* Momenta from the velocities: with zero momenta the momentum rows hold exactly what the bodies bring. Elements that
 * set a momentum (genel clamp) have the last word. */
static void initial_momenta(run *x)
{
    equations_residual(x->a, &x->u->s);
    for (int i = 0; i < x->m->nodes.n; i++) {
        const node *n = x->m->nodes.at[i];
        for (int k = 0; n->momentum >= 0 && k < (n->has_rotation ? 6 : 3); k++)
            x->u->y[n->momentum + k] += x->a->r[n->momentum_row + k];
    }
    solution_own(x->u);
}

static void forget_jacobian(run *x)
{
    if (x->p->nonlinear->forget)
        x->p->nonlinear->forget(x->p->nonlinear_self);
}

static outcome derivatives_with(run *x, double coefficient, nonlinear_report *r)
{
    x->u->s.dvalue = coefficient * x->p->dt;
    x->u->s.drate = 1;
    x->u->failed.is_set = false;
    forget_jacobian(x);
    return run_solve(x, &x->p->derivatives, r);
}

/* What `auto` starts from, and the coefficient that came nearest. */
typedef struct {
    const double *y, *yp;
    double coefficient, error;
} derivatives_trial;

static outcome try_derivatives(run *x, double coefficient, derivatives_trial *best, nonlinear_report *r)
{
    const size_t size = (size_t)x->u->n * sizeof(double);
    memcpy(x->u->y, best->y, size);
    memcpy(x->u->yp, best->yp, size);
    solution_update(x->u);
    const outcome done = derivatives_with(x, coefficient, r);
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
    derivatives_trial best = {
        .y = arena_copy(x->memory, x->u->y, size), .yp = arena_copy(x->memory, x->u->yp, size), .error = HUGE_VAL};
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
    x->p->derivatives.residual = 1.1 * best.error;
    return try_derivatives(x, best.coefficient, &best, r);
}

static outcome derivatives(run *x, nonlinear_report *r)
{
    x->u->s.dvalue = x->p->derivatives_coefficient * x->p->dt;
    x->u->s.drate = 1;
    solution_rebase(x->u);
    x->u->s.now = PHASE_DERIVATIVES;
    initial_momenta(x);
    const outcome done =
        x->p->derivatives_auto ? derivatives_auto(x, r) : derivatives_with(x, x->p->derivatives_coefficient, r);
    forget_jacobian(x);
    if (done == SOLVED)
        run_remember(x, NULL);
    else if (done != ENDED)
        report_failure(x, done, r, E_DERIVATIVES);
    return done;
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
        accept(x);
        run_remember(x, &x->last);
    }
    run_set_time(x, x->u->s.t, x->p->dt, 0);
    history_restart(x->past);
    history_pop(x->past);
    run_remember(x, NULL);
    forget_jacobian(x);
    return SOLVED;
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* A step of length *h, or of another one when it fails. */
static outcome try_step(run *x, double *h, nonlinear_report *r)
{
    const double t = x->u->s.t, dt = x->u->s.dt;
    const int step = x->u->s.step;
    for (;;) {
        const outcome done = run_step(x, &x->p->method, &x->p->step, *h, r);
        if (done == SOLVED || done == ENDED)
            return done;
        const double failed_at = x->u->s.t;
        run_set_time(x, t, dt, step);
        const double shorter = fmin(strategy_repeat(&x->p->strategy, &x->u->s, *h), x->p->dt_max);
        if (shorter == *h || t + shorter == t) {
            run_set_time(x, failed_at, *h, step + 1);
            show_bailout(x);
            report_failure(x, done, r, E_NO_CONVERGENCE);
            return done;
        }
        *h = shorter;
        forget_jacobian(x);
        if (!(*h >= x->p->dt_min && *h > 0)) {
            report_failure(x, done, r, E_NO_CONVERGENCE);
            report_step_too_short(x, *h);
            return done;
        }
    }
}

static bool is_aborted_after(const run *x)
{
    return x->p->abort == ABORT_STEP && x->sum->steps >= x->p->abort_step + x->p->method.type->startup;
}

static bool is_last(const run *x) { return is_aborted_after(x) || (x->listen->stop && x->listen->stop(x->listen->to)); }

/* A step from the last accepted state. What does not lead to another leaves time and step there. */
static outcome next_step(run *x)
{
    const double t = x->u->s.t, dt = x->u->s.dt;
    const int step = x->u->s.step;
    double h = dt;
    if (x->is_under_way)
        h = fmin(strategy_next(&x->p->strategy, &x->u->s, h, &x->solved), x->p->dt_max);
    x->is_under_way = true;
    if (!(h >= x->p->dt_min && h > 0)) {
        report_step_too_short(x, h);
        return NOT_CONVERGED;
    }
    keep_pace(x);
    const outcome done = try_step(x, &h, &x->solved);
    if (done == SOLVED)
        return SOLVED;
    run_set_time(x, t, dt, step);
    forget_jacobian(x);
    return done;
}

static bool step_accepted(run *x)
{
    accept(x);
    x->sum->steps++;
    x->sum->error += x->solved.residual_error;
    x->sum->t = x->u->s.t;
    output(x, &x->solved);
    run_remember(x, &x->last);
    return eigen(x) && restart_save_due(x);
}

static bool steps(run *x)
{
    outcome done = SOLVED;
    while (x->u->s.t < x->p->t_end) {
        done = next_step(x);
        if (done != SOLVED)
            break;
        if (!step_accepted(x))
            return false;
        if (is_last(x))
            break;
    }
    x->sum->complete = done == SOLVED || done == ENDED;
    if (x->m->options.restart == RESTART_END && !restart_save(x))
        return false;
    return x->sum->complete;
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

static bool is_aborted(run *x, abort_after here, const nonlinear_report *r)
{
    if (x->p->abort != here)
        return false;
    solution_accelerations(x->u);
    output(x, r);
    x->sum->complete = here < ABORT_DERIVATIVES || eigen(x);
    return true;
}

/* True when the analysis goes on; otherwise *ok says whether it ended as it should. */
static bool goes_on(run *x, outcome done, abort_after here, const nonlinear_report *r, bool *ok)
{
    *ok = done == SOLVED || done == ENDED;
    if (done == ENDED)
        x->sum->complete = true;
    return done == SOLVED && !is_aborted(x, here, r);
}

static bool phases(run *x)
{
    nonlinear_report r = {0};
    initial_report assembled;
    bool ok = true;
    run_set_time(x, x->p->t0, x->p->dt, 0);
    x->sum->t = x->p->t0;
    if (is_aborted(x, ABORT_INPUT, &r))
        return true;
    if (!initial_assembly(x->u, &assembled))
        return report_assembly(x, &assembled);
    solution_start(x->u);
    if (x->listen->assembled)
        x->listen->assembled(x->listen->to);
    if (!goes_on(x, SOLVED, ABORT_ASSEMBLY, &r, &ok))
        return ok;
    if (!eigen(x))
        return false;
    if (!goes_on(x, derivatives(x, &r), ABORT_DERIVATIVES, &r, &ok))
        return ok;
    if (!goes_on(x, dummy_steps(x, &r), ABORT_DUMMY_STEPS, &r, &ok))
        return ok;
    x->u->s.now = PHASE_STEP;
    accept(x);
    output(x, &r);
    if (x->p->clock.is_set)
        real_time_begin(&x->p->clock, x->m->errors, x->p->where);
    const bool done = eigen(x) && steps(x);
    show_pace(x);
    return done;
}

/* From a restart file, which has been loaded. */
static bool resume(run *x)
{
    x->u->s.now = PHASE_STEP;
    if (x->listen->assembled)
        x->listen->assembled(x->listen->to);
    if (x->p->clock.is_set)
        real_time_begin(&x->p->clock, x->m->errors, x->p->where);
    x->sum->complete = is_aborted_after(x);
    const bool done = x->sum->complete || steps(x);
    show_pace(x);
    return done;
}

static bool accept_instant(run *x, const nonlinear_report *r)
{
    accept(x);
    output(x, r);
    return !is_last(x);
}

static bool inverse(run *x)
{
    run_set_time(x, x->p->t0, x->p->dt, 0);
    x->sum->t = x->p->t0;
    solution_start(x->u);
    if (x->listen->assembled)
        x->listen->assembled(x->listen->to);
    return inverse_dynamics(x, accept_instant);
}

static int points_needed(const initial_value *p)
{
    const int main = p->method.type->points + p->method.type->stages - 1;
    const int dummy = p->dummy_method.type->points + p->dummy_method.type->stages - 1;
    return p->dummy_steps > 0 && dummy > main ? dummy : main;
}

static bool prepare(run *x)
{
    initial_value *p = x->p;
    p->linear_options.kept = x->m->options.restart != RESTART_NEVER || p->resume;
    x->u = solution_create(x->m, x->memory);
    x->a = equations_create(x->m, x->memory);
    p->linear_options.team = x->team = threads_hire(&p->assembly_threads, &p->linear_options.threads, x->a);
    equations_share(x->a, x->team, p->assembly_threads, x->memory);
    if (!equations_choose_solver(x->a, p->linear, &p->linear_options)) {
        diag_report(x->m->errors, E_SOLVER_MISSING, p->where, p->linear->keyword);
        return false;
    }
    if (p->step.scale)
        equations_want_scales(x->a, x->memory);
    if (p->step.residual_test == TEST_RELNORM || p->step.residual_test == TEST_SEPNORM)
        equations_want_magnitudes(x->a, x->memory);
    if (p->nonlinear->prepare)
        p->nonlinear->prepare(p->nonlinear_self, x->u->n, x->memory);
    x->past = history_create(x->u, points_needed(p), p->method.type->slopes || p->dummy_method.type->slopes, x->memory);
    hear_iterations(x);
    solution_initial(x->u);
    x->m->running = &x->u->s;
    solution_want_accelerations(x->u, x->memory);
    restart_prepare(x);
    if (p->resume && !restart_load(x))
        return false;
    return !x->listen->begin || x->listen->begin(x->listen->to, x->m, &x->u->s);
}

bool initial_value_solve(initial_value *p, model *m, const run_listener *listen, run_summary *summary)
{
    *summary = (run_summary){0};
    run x = {.p = p, .m = m, .memory = arena_create(), .listen = listen, .sum = summary};
    const bool ok = prepare(&x) && (p->resume ? resume(&x) : m->is_inverse ? inverse(&x) : phases(&x));
    diag_flush(m->errors);
    m->running = NULL;
    archive_destroy(x.kept);
    equations_destroy(x.a);
    team_destroy(x.team);
    arena_destroy(x.memory);
    return ok;
}
