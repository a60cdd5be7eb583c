/* drive_closest_next.c - 1 at the first step that reaches the current threshold, 0 otherwise.
 *
 * The threshold begins at t0. When a step at t >= threshold is accepted, increments are added until it is beyond t; the
 * drive stays 1 at that very t, so it gives the same value before and after. The initial state is no step: as an output
 * meter that begins with the analysis the drive is 1 there and at the first step. */
#include "drive/arguments.h"
#include "model/reading.h"

typedef struct {
    double t0, t1;
    const drive *increment;
} closest_next;

typedef struct {
    double threshold, hit; /* hit: time of the last step that reached it */
} closest_memory;

static void drive_closest_next_read(reader *r, drive *d)
{
    closest_next *p = d->self;
    p->t0 = read_real(r, "initial time");
    p->t1 = read_final_time(r, p->t0);
    p->increment = read_drive(r, "increment");
}

static double drive_closest_next_at(const drive *d, const state *s, double x)
{
    const closest_next *p = d->self;
    const closest_memory *now = remembered(s, d->memory);
    return x <= p->t1 && (x >= now->threshold || x == now->hit) ? 1.0 : 0.0;
}

static void drive_closest_next_begin(const void *self, void *memory)
{
    *(closest_memory *)memory = (closest_memory){((const closest_next *)self)->t0, -HUGE_VAL};
}

static void drive_closest_next_accept(const state *s, const drive *d, memory_block *m)
{
    const closest_next *p = d->self;
    closest_memory *now = memory_at(m, d->memory);
    if (s->step == 0 || s->t < now->threshold || s->t > p->t1)
        return;
    now->hit = s->t;
    while (now->threshold <= s->t) {
        const double step = drive_now(p->increment, s), next = now->threshold + step;
        if (!(next > now->threshold)) {
            state_fail(s, d->where, "closest next: the increment %g does not move the threshold on", step);
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
