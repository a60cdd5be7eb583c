/* solver_output.c - lines for standard output, as requested by the `output` card of the problem.
 *
 *     iterations     <tab>Iteration(0) 1.16374e+06 J           J: a new Jacobian matrix comes next
 *                    <tab><tab>SolErr 0
 *     residual       Eq        7:               0 structural node 1: force equilibrium Fx
 *     solution       Dof       7:           1e-05 structural node 1: position x
 *     jacobian       Jac       7       3           1e-05
 *     counter        Step 1 0.001 0.001 1 2.1e-12 0 0
 *     finite difference jacobian meter
 *                    Jacobian check, time 0.001, iteration 0: 2.1e-07 of 104.3 at structural node 1, ... along ...
 *
 * With an `output meter` they are printed only in steps in which it is not zero. */
#include "problem/run_internals.h"
#include <stdio.h>
#include <time.h>

void solver_output_line(const run *run, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    run->observer->message(run->observer->context, line);
}

static bool shows(const run *run, unsigned what)
{
    return (run->problem->show & what) &&
           (!run->problem->show_meter || drive_now(run->problem->show_meter, &run->solution->state) != 0);
}

static void show_residual(const run *run, const equations *equations)
{
    char words[256];
    source_location location;
    for (int i = 0; i < equations->model->n_unknowns; i++) {
        model_describe_row(equations->model, i, words, sizeof words, &location);
        solver_output_line(run, "Eq %8d: %16g %s", i + 1, equations->r[i], words);
    }
}

static void residual(void *to, const equations *equations, const nonlinear_report *report, bool new_jacobian)
{
    run *run = to;
    run->output.iteration = report->iterations;
    if (shows(run, SHOW_RESIDUAL))
        show_residual(run, equations);
    if (shows(run, SHOW_ITERATIONS))
        solver_output_line(run, "\tIteration(%d) %g%s", report->iterations, report->residual_error,
                           new_jacobian ? " J" : "");
}

static void solution_made(void *to, const equations *equations, const nonlinear_report *report)
{
    const run *run = to;
    char words[256];
    source_location location;
    for (int i = 0; shows(run, SHOW_SOLUTION) && i < equations->model->n_unknowns; i++) {
        model_describe_unknown(equations->model, i, words, sizeof words, &location);
        solver_output_line(run, "Dof %8d: %16g %s", i + 1, equations->d[i], words);
    }
    if (shows(run, SHOW_ITERATIONS))
        solver_output_line(run, "\t\tSolErr %g", report->solution_error);
}

static void note(void *to, const char *line) { solver_output_line(to, "%s", line); }

static void show_difference(const run *run, const jacobian_difference *jacobian_difference, const char *when,
                            int number)
{
    char row[256], column[256];
    source_location location;
    model_describe_row(run->model, jacobian_difference->row, row, sizeof row, &location);
    model_describe_unknown(run->model, jacobian_difference->column, column, sizeof column, &location);
    solver_output_line(run, "Jacobian check, time %g, %s %d: difference %g, entries up to %g; at %s, along %s",
                       run->solution->state.t, when, number, jacobian_difference->most, jacobian_difference->size, row,
                       column);
}

static void check_jacobian(run *run, const equations *equations)
{
    const line_observer notify = {.context = run, .line = note};
    if (!run->output.checker || !jacobian_check_due(run->output.checker, run->output.iteration))
        return;
    const jacobian_difference now = jacobian_check_now(run->output.checker, equations->matrix, &notify);
    if (run->model->options.check.statistics_iteration)
        show_difference(run, &now, "iteration", run->output.iteration);
    if (run->output.worst.size == 0 || !(now.most <= run->output.worst.most))
        run->output.worst = now;
}

static void solver_output_jacobian(void *to, const equations *equations)
{
    run *run = to;
    check_jacobian(run, equations);
    for (int j = 0; shows(run, SHOW_JACOBIAN) && j < equations->matrix->n; j++)
        for (int k = equations->matrix->start[j]; k < equations->matrix->start[j + 1]; k++)
            solver_output_line(run, "Jac %8d %8d %16g", equations->matrix->row[k] + 1, j + 1,
                               equations->matrix->value[k]);
}

static void factored(void *to, const equations *equations)
{
    const run *run = to;
    if (shows(run, SHOW_MATRIX_CONDITION))
        solver_output_line(run, "\tcond=%g", linear_condition_exact(equations->solver));
    else if (shows(run, SHOW_SOLVER_CONDITION))
        solver_output_line(run, "\tcond=%g", linear_condition(equations->solver));
}

void solver_output_prepare(run *run)
{
    if (!run->observer->message)
        return;
    if (run->model->options.check.when)
        run->output.checker = jacobian_checker_create(run->solution, run->memory);
    run->output.observer = (iteration_observer){.context = run,
                                                .residual = residual,
                                                .jacobian = solver_output_jacobian,
                                                .factored = factored,
                                                .solution = solution_made,
                                                .note = note};
}

void solver_output_step(run *run, const nonlinear_report *report)
{
    const state *state = &run->solution->state;
    if (!run->observer->message)
        return;
    if (run->output.worst.size > 0 && run->model->options.check.statistics)
        show_difference(run, &run->output.worst, "step", state->step);
    run->output.worst = (jacobian_difference){0};
    if (shows(run, SHOW_COUNTER))
        solver_output_line(run, "Step %d %g %g %d %g %g %d", state->step, state->t, state->dt, report->iterations,
                           report->residual_error, report->solution_error, report->by_solution);
    if (shows(run, SHOW_CPU_TIME))
        solver_output_line(run, "\tCPU time %g", (double)clock() / CLOCKS_PER_SEC);
}

void solver_output_bailout(const run *run)
{
    if (run->observer->message && (run->problem->show & SHOW_BAILOUT))
        show_residual(run, run->equations);
}
