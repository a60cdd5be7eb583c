/* step.c - one time step: its stages, each predicted and solved.
 *
 * Stages within a step are kept as points of the history until the step is over. What elements, nodes and drives
 * remember is left alone here: they commit when the step is accepted. Beams carry their sections from stage to
 * stage. */
#include "contract/file_driver.h"
#include "problem/run_internals.h"

void run_invalidate_jacobian(run *x) { x->p->nonlinear->forget(x->solver); }

void run_set_time(run *x, double t, double dt, int step) { solution_set_time(x->u, t, dt, step); }

void run_remember(run *x, const stage *g)
{
    history_push(x->past, x->u, g);
    run_look_back(x);
}

void run_look_back(run *x)
{
    const point *p = history_point(x->past, 0);
    x->u->s.y_prev = p->y;
    x->u->s.yp_prev = p->yp;
    x->u->s.at_prev = p->poses;
}

outcome run_solve(run *x, const convergence *test, nonlinear_report *r)
{
    const task q = {.a = x->a,
                    .u = x->u,
                    .test = test,
                    .listen = &x->output.listener,
                    .report = r,
                    .deadline = x->limits.deadline,
                    .couple = x->couplings.peers ? &x->couplings.exchange : NULL};
    const outcome done = x->p->nonlinear->solve(x->solver, &q);
    x->u->s.corrections = r->iterations;
    x->sum->iterations += r->iterations;
    x->sum->jacobians += r->jacobians;
    return done;
}

void run_predict(run *x)
{
    peers_receive(x);
    for (int i = 0; i < x->m->elems.n; i++)
        elem_predict(&x->u->s, x->m->elems.items[i], x->u->memory);
    /* A driver whose data end may end the analysis, whether or not a drive reads it in this step. */
    for (int i = 0; i < x->m->drivers.n; i++)
        x->m->drivers.items[i]->type->value(x->m->drivers.items[i], &x->u->s, 0);
    peers_predicted(x);
    participant_read(x);
}

/* A stage within the step is a point that the next one is predicted from. */
static void keep_stage(run *x)
{
    history_push(x->past, x->u, &x->now->last);
    for (int i = 0; i < x->m->elems.n; i++)
        elem_inner(&x->u->s, x->m->elems.items[i], x->u->memory);
}

static void step_predict(run *x, const stage *g, double h)
{
    integrator_predict(x->u, x->past, g, h);
    run_predict(x);
}

/* A step's iterations are those of its stages; its errors those of the last. */
static void add_report(nonlinear_report *sum, const nonlinear_report *r)
{
    const int iterations = sum->iterations, jacobians = sum->jacobians;
    *sum = *r;
    sum->iterations += iterations;
    sum->jacobians += jacobians;
}

/* Iterations between the two sides of a jump end nowhere: once more, with every switch as it was. Peers have heard of
 * the step and are not told of it again. */
static outcome solve_switched(run *x, const stage *g, const convergence *test, double h, nonlinear_report *r)
{
    const outcome done = run_solve(x, test, r);
    if ((done != NOT_CONVERGED && done != NOT_FINITE) || !x->limits.has_switches || x->couplings.peers ||
        x->couplings.participant)
        return done;
    nonlinear_report again;
    run_invalidate_jacobian(x);
    step_predict(x, g, h);
    x->u->s.holds = true;
    const outcome held = run_solve(x, test, &again);
    x->u->s.holds = false;
    add_report(r, &again);
    return held;
}

/* Radii that are drives are asked for at the end of the step, so that all its stages belong to one method. */
static outcome solve_stage(run *x, const integrator *method, const convergence *test, step_context *c,
                           nonlinear_report *r)
{
    const double dt = x->u->s.dt;
    const int number = x->u->s.step;
    stage *g = &x->now->last;
    nonlinear_report mine;
    c->n_points = history_count(x->past) < POINTS_MAX ? history_count(x->past) : POINTS_MAX;
    for (int i = 0; i < c->n_points; i++)
        c->age[i] = c->t - *history_point(x->past, i)->t;
    run_set_time(x, c->end, dt, number);
    method->type->coefficients(method->self, c, g);
    run_set_time(x, g->end == 1 ? c->end : c->end - (1 - g->end) * c->h, dt, number);
    step_predict(x, g, c->h);
    const outcome done = solve_switched(x, g, test, c->h, &mine);
    add_report(r, &mine);
    return done;
}

/* The formulas of several stages have the length of the step before, counted back from the end of the step: the same
 * while the time step does not change. */
outcome run_step(run *x, const integrator *method, const convergence *test, double h, nonlinear_report *r)
{
    const int stages = method->type->stages;
    const double t = x->u->s.t;
    outcome done = SOLVED;
    step_context c = {.t = t, .end = t + h, .h = stages > 1 ? x->u->s.dt : h, .s = &x->u->s};
    *r = (nonlinear_report){.column = -1};
    x->u->failed.is_set = false;
    x->limits.rejected_by = NULL;
    x->u->s.step++;
    x->u->s.dt = h;
    for (c.stage = 0; c.stage < stages && done == SOLVED; c.stage++) {
        x->u->s.stage = c.stage;
        done = solve_stage(x, method, test, &c, r);
        if (done == SOLVED)
            step_limits_judge(x); /* what touches and parts within a step shows at its stages alone */
        if (done == SOLVED && c.stage < stages - 1)
            keep_stage(x);
    }
    x->u->s.stage = 0;
    for (int i = 0; i < c.stage - 1; i++)
        history_pop(x->past);
    return done;
}
