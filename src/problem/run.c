/* run.c - a run, driven from outside: the slots of its problem, and what types of problems share. */
#include "problem/reduce.h"
#include "problem/run_internals.h"
#include <string.h>

/* --- for types of problems ---------------------------------------------------------------------------------------- */

void run_set_initial_time(run *run)
{
    run_set_time(run, run->p->t0, run->p->dt, 0);
    run->sum->t = run->p->t0;
}

void run_report_assembled(const run *run)
{
    if (run->listen->assembled)
        run->listen->assembled(run->listen->context);
}

void run_accept_step(run *run)
{
    solution_accept(run->u);
    run->sum->steps++;
    run->sum->error += run->now->solved.residual_error;
    run->sum->t = run->u->s.t;
}

void run_output(run *run, const nonlinear_report *r)
{
    if (run->listen->step)
        run->listen->step(run->listen->context, &run->u->s, r);
    solver_output_step(run, r);
}

bool run_eigen(const run *run)
{
    return eigen_analyse(run->p->eigen, run->eigen_done, run->a, run->u, run->listen->eigen, run->listen->context);
}

void run_carry_done(solution *to, const run *run)
{
    const size_t at = (size_t)((const unsigned char *)run->eigen_done - (const unsigned char *)run->u->extra);
    const int n = run->p->eigen ? run->p->eigen->n_times : 0;
    memcpy((unsigned char *)to->extra + at, run->eigen_done, (size_t)n);
}

run_status run_over(run *run, bool ok)
{
    run->now->is_over = true;
    return ok ? RUN_ENDED : RUN_FAILED;
}

bool run_is_stopped(const run *run) { return run->listen->stop && run->listen->stop(run->listen->context); }

bool run_is_aborted_after_step(const run *run)
{
    return run->p->abort == ABORT_STEP && run->sum->steps >= run->p->abort_step + run->p->method.type->startup;
}

run_status run_look_ahead(run *run)
{
    const bool is_there = run->u->s.t < run->p->t_end && !run_is_aborted_after_step(run) && participant_goes_on(run);
    run->sum->complete = true;
    return !is_there ? run_over(run, true) : run_is_stopped(run) ? RUN_ENDED : RUN_GOES_ON;
}

/* --- from outside ------------------------------------------------------------------------------------------------- */

run_status run_begin(run *run) { return run->o.resume ? run->p->type->resume(run) : run->p->type->begin(run); }

run_status run_advance(run *run)
{
    if (run->now->is_over)
        return run->sum->complete ? RUN_ENDED : RUN_FAILED;
    return run->p->type->advance(run);
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
    const bool ok = !run->p->type->end || run->p->type->end(run);
    peers_end(run);
    participant_end(run);
    return run_over(run, ok);
}

bool problem_solve(const problem *p, const model *m, const run_options *o, run_summary *summary)
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

void run_save(archive *a, run *run) { run->p->type->save(a, run); }

bool run_modes(run *run, const eigenanalysis *q, const rotor_blades *r, eigen_listener *report, void *to)
{
    arena *memory = arena_create();
    const rotor_turning *by = r ? multiblade_create(r, run->u, memory, run->errors) : NULL;
    const bool ok = (by || !r) && eigen_now(q, by, run->a, run->u, report, to);
    arena_destroy(memory);
    return ok;
}

bool run_reduce(run *run, const reduce_options *q, arena *memory, reduced *to)
{
    return reduce_now(q, run->a, run->u, memory, to);
}

bool run_is_over(const run *run) { return run->now->is_over; }
solution *run_solution(run *run) { return run->u; }
const run_summary *run_results(const run *run) { return run->sum; }
solver_seconds run_seconds(const run *run) { return run->seconds; }
