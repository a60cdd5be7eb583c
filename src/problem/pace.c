/* pace.c - a run in real time: its steps wait for the clock (real_time.c). */
#include "problem/run_internals.h"

void pace_begin(run *run)
{
    if (run->p->clock.is_set)
        real_time_begin(&run->p->clock, run->errors, run->p->where);
}

void pace_wait(run *run)
{
    const real_time *t = &run->p->clock;
    if (!t->is_set || t->by_io)
        return;
    const double late = real_time_wait(t, &run->now->clock);
    if (late > 0 && t->logs && run->listen->message)
        solver_output_line(run, "real time: step %d late by %.0f ns", run->u->s.step + 1, 1e9 * late);
}

void pace_report(const run *run)
{
    const real_time_memory *t = &run->now->clock;
    if (t->steps == 0 || !run->listen->message)
        return;
    char histogram[240];
    real_time_histogram(t, histogram, sizeof histogram);
    solver_output_line(run, "real time: %ld of %ld steps late, at most by %g s", t->late, t->steps, t->longest);
    solver_output_line(run, "%s", histogram);
}
