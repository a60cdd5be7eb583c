/* step.c - one time step: its stages, each predicted and solved.
 *
 * Stages within a step are stored as points of the history until the step is over. The memory of elements, nodes and
 * drives is not changed here: it is updated when the step is accepted. Beams carry their sections from stage to
 * stage. */
#include "contract/file_driver.h"
#include "problem/division.h"
#include "problem/drift.h"
#include "problem/radau_step.h"

void run_invalidate_jacobian(run *run) { run->problem->nonlinear->invalidate(run->solver); }

void run_set_time(run *run, double t, double dt, int step) { solution_set_time(run->solution, t, dt, step); }

void run_remember(run *run, const stage *g)
{
    history_push(run->past, run->solution, g);
    run_look_back(run);
}

void run_look_back(run *run)
{
    const point *point = history_point(run->past, 0);
    run->solution->state.y_prev = point->y;
    run->solution->state.yp_prev = point->yp;
    run->solution->state.poses_prev = point->poses;
}

outcome run_solve(run *run, const convergence *test, nonlinear_report *report)
{
    const task task = {.equations = run->equations,
                       .solution = run->solution,
                       .test = test,
                       .observer = &run->output.observer,
                       .report = report,
                       .deadline = run->limits.deadline,
                       .couple = run->couplings.exchange.exchange ? &run->couplings.exchange : NULL};
    const outcome done = run->problem->nonlinear->solve(run->solver, &task);
    division_announce(run);
    if (done == SOLVED && linear_redundant_rows(run->equations->solver) > 0)
        announce_redundancy(run);
    if (done == SOLVED && report->by_rounding)
        announce_rounding(run, test, report);
    run->solution->state.corrections = report->iterations;
    run->sum->iterations += report->iterations;
    run->sum->jacobians += report->jacobians;
    return done;
}

void run_predict(run *run)
{
    peers_receive(run);
    for (int i = 0; i < run->model->elems.n; i++)
        elem_predict(&run->solution->state, run->model->elems.items[i], run->solution->memory);
    /* A driver may end the analysis at the end of its data, whether or not a drive reads it in this step. */
    for (int i = 0; i < run->model->drivers.n; i++)
        run->model->drivers.items[i]->type->value(run->model->drivers.items[i], &run->solution->state, 0);
    peers_predicted(run);
    participant_read(run);
}

/* A stage within the step is a point from which the next one is predicted. */
static void store_stage(run *run)
{
    history_push(run->past, run->solution, &run->now->last);
    for (int i = 0; i < run->model->elems.n; i++)
        elem_inner(&run->solution->state, run->model->elems.items[i], run->solution->memory);
}

static void step_predict(run *run, const stage *g, double h)
{
    integrator_predict(run->solution, run->past, g, h);
    if (run->limits.begin_y)
        integrator_begin(run->solution, run->limits.begin_y, run->limits.begin_poses);
    run_predict(run);
}

/* The iterations of a step are those of its stages; its errors are those of the last stage. */
static void add_report(nonlinear_report *sum, const nonlinear_report *report)
{
    const int iterations = sum->iterations, jacobians = sum->jacobians;
    *sum = *report;
    sum->iterations += iterations;
    sum->jacobians += jacobians;
}

/* Iterations between the two sides of a jump do not converge: solves again, with every switch held. Peers have received
 * the step and do not receive it again. */
static outcome solve_switched(run *run, const stage *g, const convergence *test, double h, nonlinear_report *report)
{
    const outcome done = run_solve(run, test, report);
    if ((done != NOT_CONVERGED && done != NOT_FINITE) || !run->limits.has_switches || run->couplings.peers ||
        run->couplings.participant)
        return done;
    nonlinear_report again;
    run_invalidate_jacobian(run);
    step_predict(run, g, h);
    run->solution->state.freezes_switches = true;
    const outcome prescribed = run_solve(run, test, &again);
    run->solution->state.freezes_switches = false;
    add_report(report, &again);
    return prescribed;
}

/* Radii that are drives are evaluated at the end of the step, so that all its stages belong to one method. */
static outcome solve_stage(run *run, const integrator *method, const convergence *test, step_context *context,
                           nonlinear_report *report)
{
    const double dt = run->solution->state.dt;
    const int number = run->solution->state.step;
    stage *g = &run->now->last;
    nonlinear_report mine;
    context->n_points = history_count(run->past) < POINTS_MAX ? history_count(run->past) : POINTS_MAX;
    for (int i = 0; i < context->n_points; i++)
        context->ages[i] = context->t - *history_point(run->past, i)->t;
    run_set_time(run, context->end, dt, number);
    method->type->coefficients(method->self, context, g);
    if (run->now->drift.is_active)
        drift_apply(run, context, g);
    run_set_time(run, g->end == 1 ? context->end : context->end - (1 - g->end) * context->h, dt, number);
    step_predict(run, g, context->h);
    const outcome done = solve_switched(run, g, test, context->h, &mine);
    add_report(report, &mine);
    return done;
}

/* The stages of a collocation method are solved together. */
static outcome step_by_radau(run *run, const convergence *test, double h, nonlinear_report *report)
{
    run->solution->state.step++;
    run->solution->state.dt = h;
    const outcome done = radau_step(run->radau, test, h, error_control_weights(run), report);
    run->now->last = (stage){.n = 1, .a = {1}, .b0 = 1, .end = 1};
    run->sum->iterations += report->iterations;
    run->sum->jacobians += report->jacobians;
    if (done == SOLVED)
        step_limits_check(run);
    return done;
}

/* The formulas of several stages use the length of the previous step, measured back from the end of the step: it is the
 * same while the time step does not change. */
outcome run_step(run *run, const integrator *method, const convergence *test, double h, nonlinear_report *report)
{
    const int stages = method->type->stages;
    const double t = run->solution->state.t;
    outcome done = SOLVED;
    step_context context = {.t = t,
                            .end = t + h,
                            .h = stages > 1 && !run->error ? run->solution->state.dt : h,
                            .state = &run->solution->state};
    *report = (nonlinear_report){.column = -1};
    run->solution->failed.is_set = false;
    run->limits.rejected_by = NULL;
    if (method->type->is_collocation)
        return step_by_radau(run, test, h, report);
    run->solution->state.step++;
    run->solution->state.dt = h;
    for (context.stage = 0; context.stage < stages && done == SOLVED; context.stage++) {
        run->solution->state.stage = context.stage;
        done = solve_stage(run, method, test, &context, report);
        if (done == SOLVED)
            step_limits_check(run); /* contact that closes and opens within a step is visible only at its stages */
        if (done == SOLVED && context.stage < stages - 1)
            store_stage(run);
    }
    run->solution->state.stage = 0;
    if (done == SOLVED && stages > 1 && run->error)
        error_control_stages(run, h);
    for (int i = 0; i < context.stage - 1; i++)
        history_pop(run->past);
    return done;
}
