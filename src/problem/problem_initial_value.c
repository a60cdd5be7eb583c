/* problem_initial_value.c - the initial value problem: the motion from an initial state, step by step.
 *
 *     initial assembly -> derivatives -> dummy steps -> output at the initial time -> steps
 *     restart file -> steps
 *
 * Time is the running sum of the steps, and the analysis continues while it is below the final time; the last step is
 * never shortened. Every phase solves the same equations: the derivatives phase with c = coefficient * step at the
 * initial time, the dummy steps with a small step, the steps with c = h b0 of the method. A static solution is an
 * initial value problem of a model without inertia (`model: static` in the control data). */
#include "problem/run_internals.h"

/* --- the beginning ------------------------------------------------------------------------------------------------ */

static bool is_aborted(run *run, abort_after here, const nonlinear_report *report)
{
    if (run->problem->abort != here)
        return false;
    solution_accelerations(run->solution);
    run->sum->complete = here < ABORT_DERIVATIVES || run_eigen(run);
    run->sum->complete = run_output(run, report) && run->sum->complete;
    return true;
}

/* Returns true if the analysis continues after a phase; otherwise it is over, and *status says how it ended. */
static bool continues(run *run, outcome done, abort_after here, const nonlinear_report *report, run_status *status)
{
    if (done == SOLVED && !is_aborted(run, here, report))
        return true;
    if (done == ENDED)
        run->sum->complete = true;
    *status = run_over(run, done == SOLVED || done == ENDED);
    return false;
}

/* Performs the phases up to the state at the beginning of the first step. Returns false, with the status, if the run
 * ends before. */
static bool find_initial_state(run *run, nonlinear_report *report, run_status *status)
{
    if (!continues(run, phase_assembly(run), ABORT_ASSEMBLY, report, status))
        return false;
    if (!run_eigen(run)) {
        *status = run_over(run, false);
        return false;
    }
    outcome met = peers_start(run);
    met = met == SOLVED ? participant_begin(run) : met;
    return continues(run, met == SOLVED ? phase_derivatives(run, report) : met, ABORT_DERIVATIVES, report, status) &&
           continues(run, phase_dummy_steps(run, report), ABORT_DUMMY_STEPS, report, status);
}

/* Accepts and outputs the initial state. Returns false after an error. */
static bool accept_initial_state(run *run, const nonlinear_report *report)
{
    run->solution->state.now = PHASE_STEP;
    run->solution->failed.is_set = false;
    solution_accept(run->solution);
    if (!run_eigen(run))
        return false;
    return run_output(run, report) && peers_accepted(run);
}

/* Prepares the first step, or the first one after a restart. */
static run_status begin_steps(run *run)
{
    run->sum->complete = true;
    return run->solution->state.t < run->problem->t_end && !run_is_aborted_after_step(run) ? RUN_CONTINUES
                                                                                           : run_over(run, true);
}

static run_status initial_value_begin(run *run)
{
    nonlinear_report report = {0};
    run_status status = RUN_CONTINUES;
    if (run->problem->abort != ABORT_INPUT && !peers_begin(run))
        return run_over(run, false);
    run_set_initial_time(run);
    if (is_aborted(run, ABORT_INPUT, &report))
        return run_over(run, true);
    if (!find_initial_state(run, &report, &status))
        return status;
    if (!accept_initial_state(run, &report))
        return run_over(run, false);
    participant_start(run);
    pace_begin(run);
    return begin_steps(run);
}

/* Continues from a restart file, which has been loaded. */
static run_status initial_value_resume(run *run)
{
    if (!peers_begin(run))
        return run_over(run, false);
    run->solution->state.now = PHASE_STEP;
    run_report_assembled(run);
    pace_begin(run);
    if (!run_eigen(run) || participant_begin(run) != SOLVED)
        return run_over(run, false);
    participant_start(run);
    return begin_steps(run);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* Outputs a step that can no longer be taken back. */
static bool output_step(run *run)
{
    const bool is_before = run->error == NULL, is_first = is_before && run_output(run, &run->now->solved);
    run_remember(run, &run->now->last);
    const bool is_written = is_before ? is_first : error_control_output(run);
    return is_written && run_eigen(run) && restart_save_due(run) && peers_accepted(run);
}

static step_fate accept_step(run *run)
{
    run_accept_step(run);
    const step_fate fate = participant_advance(run, output_step);
    if (fate == STEP_WAITS)
        run_remember(run, &run->now->last);
    if (fate == STEP_STAYS && !(output_step(run) && participant_commit(run)))
        return STEP_FAILED;
    return fate;
}

static run_status initial_value_advance(run *run)
{
    step_fate fate;
    do {
        const outcome done = step_control_advance(run);
        run->sum->complete = done == SOLVED || done == ENDED;
        if (done != SOLVED)
            return run_over(run, done == ENDED);
        fate = accept_step(run);
    } while ((fate == STEP_WAITS || fate == STEP_TAKEN_BACK) && !run_is_stopped(run));
    return fate == STEP_FAILED ? run_over(run, false) : run_look_ahead(run);
}

static bool initial_value_end(run *run)
{
    const bool has_begun = run->solution->state.now == PHASE_STEP;
    const bool ok = run->model->options.restart != RESTART_END || !has_begun || restart_save(run);
    pace_report(run);
    return ok;
}

/* --- the type ----------------------------------------------------------------------------------------------------- */

const problem_type problem_initial_value_type = {
    .keyword = "initial value",
    .grammar = "begin: initial value;\n    CARDS\nend: initial value;",
    .summary = "The motion from an initial state on. The cards: torsor help initial value.",
    .flags = PROBLEM_LINEARIZABLE | PROBLEM_EVOLVES,
    .begin = initial_value_begin,
    .advance = initial_value_advance,
    .end = initial_value_end,
    .save = run_serialize,
    .resume = initial_value_resume,
};
