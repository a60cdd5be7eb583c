/* drive_closest_next.c - 1 at the first step that reaches the current threshold, 0 otherwise.
 *
 * The threshold is initially t0. When a step at t >= threshold is accepted, increments are added until the threshold
 * exceeds t; at that time t the drive remains 1, so that its value is the same before and after acceptance. The
 * initial state does not count as a step: as an output meter with t0 at the initial time, the drive is 1 both
 * initially and at the first step. The increment is that of the step: a great number of them is added at once. */
#include "drive/arguments.h"
#include "model/reading.h"

enum { MOST_ADDED = 100000 }; /* one by one */

typedef struct {
    double t0, t1;
    const drive *increment;
} closest_next;

typedef struct {
    double threshold, hit; /* hit: time of the last step that reached the threshold */
} closest_memory;

static void drive_closest_next_read(reader *reader, drive *drive)
{
    closest_next *closest_next = drive->self;
    closest_next->t0 = read_real(reader, "initial time");
    closest_next->t1 = read_final_time(reader, closest_next->t0);
    closest_next->increment = read_drive(reader, "increment");
}

static double drive_closest_next_at(const drive *drive, const state *state, double x)
{
    const closest_next *closest_next = drive->self;
    const closest_memory *now = remembered(state, drive->memory);
    return x <= closest_next->t1 && (x >= now->threshold || x == now->hit) ? 1.0 : 0.0;
}

static void drive_closest_next_begin(const void *self, void *memory)
{
    *(closest_memory *)memory = (closest_memory){((const closest_next *)self)->t0, -HUGE_VAL};
}

static void drive_closest_next_accept(const state *state, const drive *drive, memory_block *memory)
{
    const closest_next *closest_next = drive->self;
    closest_memory *now = memory_at(memory, drive->memory);
    if (state->step == 0 || state->t < now->threshold || state->t > closest_next->t1)
        return;
    now->hit = state->t;
    const double step = drive_now(closest_next->increment, state), count = floor((state->t - now->threshold) / step);
    if (step > 0 && count > MOST_ADDED)
        now->threshold += count * step;
    while (now->threshold <= state->t) {
        const double next = now->threshold + step;
        if (!(next > now->threshold)) {
            state_fail(state, drive->location, "closest next: the increment %g does not advance the threshold", step);
            return;
        }
        now->threshold = next;
    }
}

const drive_type drive_closest_next_type = {
    .keyword = "closest next",
    .grammar = "closest next, INITIAL TIME, {FINAL TIME | forever}, (DRIVE) INCREMENT",
    .summary =
        "One at the first step after each of a series of times, otherwise zero; for output with a variable time step.",
    .size = sizeof(closest_next),
    .read = drive_closest_next_read,
    .value = drive_closest_next_at,
    .accept = drive_closest_next_accept,
    .memory = sizeof(closest_memory),
    .begin = drive_closest_next_begin,
};
