/* drive_closest_next.c - 1 at the first step that reaches the current threshold, 0 otherwise.
 *
 * The threshold begins at t0. When a step at t >= threshold is accepted, increments are added until it is beyond t; the
 * drive stays 1 at that very t, so it gives the same value before and after. */
#include "drive/arguments.h"

typedef struct {
    double t0, t1;
    const drive *increment;
    double threshold, hit; /* hit: time of the last step that reached it */
} closest_next;

static void read(reader *r, drive *d)
{
    closest_next *p = d->self;
    p->t0 = p->threshold = read_real(r, "initial time");
    p->t1 = read_final_time(r, p->t0);
    p->increment = read_drive(r, "increment");
    p->hit = -HUGE_VAL;
}

static double at(const drive *d, const state *s, double x)
{
    (void)s;
    const closest_next *p = d->self;
    return x <= p->t1 && (x >= p->threshold || x == p->hit) ? 1.0 : 0.0;
}

static void accept(const state *s, drive *d)
{
    closest_next *p = d->self;
    if (s->now != PHASE_STEP || s->t < p->threshold || s->t > p->t1)
        return;
    p->hit = s->t;
    while (p->threshold <= s->t) {
        const double step = drive_now(p->increment, s), next = p->threshold + step;
        if (!(next > p->threshold)) {
            state_fail(s, d->where, "closest next: the increment %g does not move the threshold on", step);
            return;
        }
        p->threshold = next;
    }
}

static void keep(archive *a, drive *d)
{
    closest_next *p = d->self;
    archive_double(a, &p->threshold);
    archive_double(a, &p->hit);
}

const drive_type drive_closest_next_type = {
    .keyword = "closest next",
    .grammar = "closest next, INITIAL TIME, {FINAL TIME | forever}, (DRIVE) INCREMENT",
    .summary = "One at the first step after each of a series of times, for output with a variable time step.",
    .size = sizeof(closest_next),
    .read = read,
    .value = at,
    .accept = accept,
    .keep = keep,
};
