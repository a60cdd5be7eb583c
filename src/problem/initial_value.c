/* initial_value.c - the initial value problem, phase by phase.
 *
 * Time is the running sum of the steps, and the analysis goes on while it is below the final time; the last step is never
 * shortened. Every phase solves the same equations: the derivatives phase with c = coefficient * step at the initial time, the
 * dummy steps with a small step, the steps with c = h b0 of the method. */
#include "problem/initial_value.h"
#include "assembly/initial.h"

typedef struct {
    initial_value *p;
    model *m;
    arena *memory;
    solution *u;
    equations *a;
    history *past;
    const run_listener *listen;
    run_summary *sum;
} run;

/* --- reports ------------------------------------------------------------------------------------------------------ */

static int worst_row(const run *x)
{
    int worst = 0;
    for (int i = 0; i < x->m->n_unknowns; i++)
        if (!(fabs(x->a->r[i]) <= fabs(x->a->r[worst])))
            worst = i;
    return worst;
}

static bool report_failure(run *x, outcome why, const nonlinear_report *r, diag_code not_converged)
{
    char words[256] = "";
    place where = {0, 0, 0};
    const double t = x->u->s.t;
    if (why == SINGULAR_MATRIX) {
        model_describe_unknown(x->m, r->column < 0 ? 0 : r->column, words, sizeof words, &where);
        diag_report(x->m->errors, E_SINGULAR, where, t, words);
        return false;
    }
    if (why == FAULT) {
        diag_report(x->m->errors, E_FAULT, x->u->failed.where, t, x->u->failed.text);
        return false;
    }
    if (x->m->n_unknowns > 0)
        model_describe_row(x->m, worst_row(x), words, sizeof words, &where);
    if (why == NOT_FINITE)
        diag_report(x->m->errors, E_NOT_FINITE, where, t, words);
    else if (not_converged == E_NO_CONVERGENCE)
        diag_report(x->m->errors, not_converged, where, t, r->residual_error, r->iterations, words);
    else
        diag_report(x->m->errors, not_converged, where, r->residual_error, r->iterations, words);
    return false;
}

static bool report_assembly(run *x, const initial_report *r)
{
    char words[256] = "";
    place where = {0, 0, 0};
    if (r->worst_row >= 0)
        model_describe_row(x->m, r->worst_row, words, sizeof words, &where);
    if (r->singular)
        diag_report(x->m->errors, E_ASSEMBLY_SINGULAR, where, words);
    else
        diag_report(x->m->errors, E_ASSEMBLY, where, r->error, r->iterations, words);
    return false;
}

/* --- instants ----------------------------------------------------------------------------------------------------- */

static void set_time(run *x, double t, double dt, int step)
{
    x->u->s.t = t;
    x->u->s.dt = dt;
    x->u->s.step = step;
    x->m->time->now.r = t;
    x->m->time_step->now.r = dt;
    x->m->step->now.i = step;
}

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

static void remember(run *x)
{
    history_push(x->past, x->u);
    const point *p = history_point(x->past, 0);
    x->u->s.y_prev = p->y;
    x->u->s.yp_prev = p->yp;
    x->u->s.at_prev = p->at;
}

static void output(run *x, const nonlinear_report *r)
{
    if (x->listen->step)
        x->listen->step(x->listen->to, &x->u->s, r);
}

/* --- phases ------------------------------------------------------------------------------------------------------- */

static void initial_own_unknowns(run *x)
{
    initial_values v = {.y = x->u->y, .yp = x->u->yp, .at = x->u->at};
    for (int i = 0; i < x->m->elems.n; i++) {
        elem *e = x->m->elems.at[i];
        if (e->type->initial)
            e->type->initial(&x->u->s, e, &v);
        if (e->type->start)
            e->type->start(&x->u->s, e);
    }
}

/* Momenta from the velocities: with zero momenta the momentum rows hold exactly what the bodies bring. */
static void initial_momenta(run *x)
{
    equations_residual(x->a, &x->u->s);
    for (int i = 0; i < x->m->nodes.n; i++) {
        const node *n = x->m->nodes.at[i];
        for (int k = 0; n->momentum >= 0 && k < (n->has_rotation ? 6 : 3); k++)
            x->u->y[n->momentum + k] += x->a->r[n->momentum_row + k];
    }
}

static bool solve(run *x, const convergence *test, diag_code not_converged, nonlinear_report *r, bool *ended)
{
    const outcome done = x->p->nonlinear->solve(x->p->nonlinear_self, x->a, x->u, test, NULL, r);
    x->sum->iterations += r->iterations;
    x->sum->jacobians += r->jacobians;
    x->sum->error += r->residual_error;
    *ended = done == ENDED;
    return done == SOLVED || done == ENDED || report_failure(x, done, r, not_converged);
}

static bool derivatives(run *x, nonlinear_report *r)
{
    bool ended;
    x->u->s.dvalue = x->p->derivatives_coefficient * x->p->dt;
    x->u->s.drate = 1;
    solution_rebase(x->u);
    x->u->s.now = PHASE_DERIVATIVES;
    initial_momenta(x);
    if (!solve(x, &x->p->derivatives, E_DERIVATIVES, r, &ended) || ended)
        return false;
    remember(x);
    return true;
}

static const integrator *method_now(const run *x, const integrator *wanted, integrator *starter)
{
    if (history_count(x->past) >= wanted->type->points || !wanted->type->starter)
        return wanted;
    *starter = (integrator){.type = integrator_type_find(wanted->type->starter), .self = wanted->self};
    return starter;
}

static bool step(run *x, const integrator *wanted, const convergence *test, double h, nonlinear_report *r, bool *ended)
{
    integrator starter;
    const integrator *method = method_now(x, wanted, &starter);
    const double t = x->u->s.t;
    const int number = x->u->s.step + 1;
    stage g;
    step_context c = {.t = t, .h = h, .n_points = history_count(x->past), .s = &x->u->s};
    for (int i = 0; i < c.n_points && i < POINTS_MAX; i++)
        c.age[i] = t - history_point(x->past, i)->t;
    set_time(x, t + h, h, number);
    method->type->coefficients(method->self, &c, &g);
    integrator_predict(x->u, x->past, &g, h);
    for (int i = 0; i < x->m->elems.n; i++)
        if (x->m->elems.at[i]->type->predict)
            x->m->elems.at[i]->type->predict(&x->u->s, x->m->elems.at[i]);
    return solve(x, test, E_NO_CONVERGENCE, r, ended);
}

static bool dummy_steps(run *x, nonlinear_report *r)
{
    x->u->s.now = PHASE_DUMMY;
    const double t = x->u->s.t, h = x->p->dummy_ratio * x->p->dt;
    for (int i = 0; i < x->p->dummy_steps; i++) {
        bool ended;
        if (!step(x, &x->p->dummy_method, &x->p->dummy, h, r, &ended) || ended)
            return false;
        accept(x);
        remember(x);
    }
    if (x->p->dummy_steps > 0)
        history_restart(x->past);
    set_time(x, t, x->p->dt, 0);
    return true;
}

static bool is_aborted(run *x, abort_after here, const nonlinear_report *r)
{
    if (x->p->abort != here)
        return false;
    solution_accelerations(x->u);
    output(x, r);
    x->sum->complete = true;
    return true;
}

static bool steps(run *x)
{
    nonlinear_report r;
    while (x->u->s.t < x->p->t_end) {
        bool ended;
        if (!step(x, &x->p->method, &x->p->step, x->p->dt, &r, &ended))
            return false;
        if (ended)
            break;
        accept(x);
        remember(x);
        output(x, &r);
        x->sum->steps++;
        x->sum->t = x->u->s.t;
        if (x->p->abort == ABORT_STEP && x->sum->steps >= x->p->abort_step)
            break;
        if (x->listen->stop && x->listen->stop(x->listen->to))
            break;
    }
    x->sum->complete = true;
    return true;
}

static bool phases(run *x)
{
    nonlinear_report r = {0};
    initial_report assembled;
    set_time(x, x->p->t0, x->p->dt, 0);
    x->sum->t = x->p->t0;
    if (is_aborted(x, ABORT_INPUT, &r))
        return true;
    if (!initial_assembly(x->u, &assembled))
        return report_assembly(x, &assembled);
    initial_own_unknowns(x);
    if (x->listen->assembled)
        x->listen->assembled(x->listen->to);
    if (is_aborted(x, ABORT_ASSEMBLY, &r))
        return true;
    if (!derivatives(x, &r))
        return false;
    if (is_aborted(x, ABORT_DERIVATIVES, &r))
        return true;
    if (!dummy_steps(x, &r))
        return false;
    if (is_aborted(x, ABORT_DUMMY_STEPS, &r))
        return true;
    x->u->s.now = PHASE_STEP;
    accept(x);
    output(x, &r);
    return steps(x);
}

static bool prepare(run *x)
{
    x->u = solution_create(x->m, x->memory);
    x->a = equations_create(x->m, x->memory);
    if (!equations_choose_solver(x->a, x->p->linear, &x->p->linear_options)) {
        diag_report(x->m->errors, E_SOLVER_MISSING, x->p->where, x->p->linear->keyword);
        return false;
    }
    x->past = history_create(x->u, x->p->method.type->points + x->p->method.type->stages, x->memory);
    solution_initial(x->u);
    x->m->running = &x->u->s;
    solution_want_accelerations(x->u, x->memory);
    return !x->listen->begin || x->listen->begin(x->listen->to, x->m, &x->u->s);
}

bool initial_value_solve(initial_value *p, model *m, const run_listener *listen, run_summary *summary)
{
    *summary = (run_summary){0};
    run x = {.p = p, .m = m, .memory = arena_create(), .listen = listen, .sum = summary};
    const bool ok = prepare(&x) && phases(&x);
    diag_flush(m->errors);
    m->running = NULL;
    equations_destroy(x.a);
    arena_destroy(x.memory);
    return ok;
}
