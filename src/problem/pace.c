/* pace.c - a run in real time: its steps wait for the clock (real_time.c). */
#include "problem/run_internals.h"

void pace_begin(run *run)
{
    if (run->problem->clock.is_set)
        real_time_begin(&run->problem->clock, run->errors, run->problem->location);
}

void pace_wait(run *run)
{
    const real_time *real_time = &run->problem->clock;
    if (!real_time->is_set || real_time->by_io)
        return;
    const double late = real_time_wait(real_time, &run->now->clock);
    if (late > 0 && real_time->logs && run->observer->message)
        solver_output_line(run, "real time: step %d late by %.0f ns", run->solution->state.step + 1, 1e9 * late);
}

void pace_report(const run *run)
{
    const real_time_memory *memory = &run->now->clock;
    if (memory->steps == 0 || !run->observer->message)
        return;
    char histogram[240];
    real_time_histogram(memory, histogram, sizeof histogram);
    solver_output_line(run, "real time: %ld of %ld steps late, at most by %g s", memory->late, memory->steps,
                       memory->longest);
    solver_output_line(run, "%s", histogram);
}
