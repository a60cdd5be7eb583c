/* run.c - a run, controlled by the caller: the slots of its problem, and functions shared by types of problems. */
#include "problem/continuation.h"
#include "problem/division.h"
#include "problem/reduce.h"
#include "problem/run_internals.h"
#include <string.h>

/* --- for types of problems ---------------------------------------------------------------------------------------- */

void run_set_initial_time(run *run)
{
    run_set_time(run, run->problem->t0, run->problem->dt, 0);
    run->sum->t = run->problem->t0;
}

void run_report_assembled(const run *run)
{
    if (run->observer->assembled)
        run->observer->assembled(run->observer->context);
}

void run_accept_step(run *run)
{
    rotation_check(run);
    solution_accept(run->solution);
    run->sum->steps++;
    run->sum->error += run->now->solved.residual_error;
    run->sum->t = run->solution->state.t;
}

bool run_output(run *run, const nonlinear_report *report)
{
    const evaluation_error *failed = &run->solution->failed;
    const bool was_set = failed->is_set;
    if (run->observer->step)
        run->observer->step(run->observer->context, &run->solution->state, report);
    solver_output_step(run, report);
    return was_set || !failed->is_set || failed->ends_cleanly || report_failure(run, EVALUATION_FAILED, NULL, NULL);
}

bool run_eigen(const run *run)
{
    return eigen_analyse(run->problem->eigen, run->eigen_done, run->equations, run->solution, run->observer->eigen,
                         run->observer->context);
}

void run_carry_done(solution *to, const run *run)
{
    const size_t at = (size_t)((const unsigned char *)run->eigen_done - (const unsigned char *)run->solution->extra);
    const int n = run->problem->eigen ? run->problem->eigen->n_times : 0;
    memcpy((unsigned char *)to->extra + at, run->eigen_done, (size_t)n);
}

run_status run_over(run *run, bool ok)
{
    run->now->is_over = true;
    return ok ? RUN_ENDED : RUN_FAILED;
}

bool run_is_stopped(const run *run) { return run->observer->stop && run->observer->stop(run->observer->context); }

bool run_is_aborted_after_step(const run *run)
{
    return run->problem->abort == ABORT_STEP &&
           run->sum->steps >= run->problem->abort_step + run->problem->method.type->startup;
}

run_status run_look_ahead(run *run)
{
    const bool is_there =
        run->solution->state.t < run->problem->t_end && !run_is_aborted_after_step(run) && participant_continues(run);
    run->sum->complete = true;
    if (!division_agrees(run))
        return run_over(run, false);
    return !is_there ? run_over(run, true) : run_is_stopped(run) ? RUN_ENDED : RUN_CONTINUES;
}

/* --- for callers -------------------------------------------------------------------------------------------------- */

run_status run_begin(run *run)
{
    return run->options.resume ? run->problem->type->resume(run) : run->problem->type->begin(run);
}

run_status run_advance(run *run)
{
    if (run->now->is_over)
        return run->sum->complete ? RUN_ENDED : RUN_FAILED;
    return run->problem->type->advance(run);
}

run_status run_advance_to(run *run, double until)
{
    run->limits.until = until;
    const run_status status = run_advance(run);
    run->limits.until = HUGE_VAL;
    return status;
}

run_status run_end(run *run)
{
    const bool ok = !run->problem->type->end || run->problem->type->end(run);
    rotation_report(run);
    continuation_report(run);
    peers_end(run);
    participant_end(run);
    return run_over(run, ok);
}

bool problem_solve(const problem *problem, const model *model, const run_options *options, run_summary *summary)
{
    *summary = (run_summary){0};
    run *run = run_create(problem, model, options);
    run_status status = run ? run_begin(run) : RUN_FAILED;
    while (status == RUN_CONTINUES)
        status = run_advance(run);
    if (run && run_end(run) == RUN_FAILED)
        status = RUN_FAILED;
    if (run)
        *summary = *run->sum;
    diag_flush(options->errors);
    run_destroy(run);
    return status == RUN_ENDED;
}

void run_save(archive *archive, run *run) { run->problem->type->save(archive, run); }

bool run_modes(run *run, const eigenanalysis *eigenanalysis, const rotor_blades *rotor_blades, eigen_observer *report,
               void *to)
{
    arena *memory = arena_create();
    const rotor_rotation *by =
        rotor_blades ? multiblade_create(rotor_blades, run->solution, memory, run->errors) : NULL;
    const bool ok = (by || !rotor_blades) && eigen_now(eigenanalysis, by, run->equations, run->solution, report, to);
    arena_destroy(memory);
    return ok;
}

bool run_reduce(run *run, const reduce_options *options, arena *memory, reduced *to)
{
    return reduce_now(options, run->equations, run->solution, memory, to);
}

bool run_is_over(const run *run) { return run->now->is_over; }
solution *run_solution(run *run) { return run->solution; }
const run_summary *run_results(const run *run) { return run->sum; }
solver_seconds run_seconds(const run *run) { return run->seconds; }
