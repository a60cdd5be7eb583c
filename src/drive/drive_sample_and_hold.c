/* drive_sample_and_hold.c - the function while the trigger is not zero, else its value at the last accepted step of
 * that kind.
 *
 * Both see the time of the step and the state at its beginning. The trigger counts from the first step on: at the
 * initial time the initial value holds. */
#include "model/datum.h"

typedef struct {
    const drive *function, *trigger;
    double held;
} sample_and_hold;

static void read(reader *r, drive *d)
{
    sample_and_hold *p = d->self;
    p->function = read_drive(r, "function");
    p->trigger = read_drive(r, "trigger");
    if (read_keyword(r, "initial value"))
        p->held = read_real(r, "initial value");
}

/* The state at the beginning of the step, at the time of its end: what both drives see. */
static double sampled(const sample_and_hold *p, const state *s)
{
    state begun = state_before(s);
    begun.t = s->t;
    begun.step = s->step;
    return s->step > 0 && drive_now(p->trigger, &begun) != 0.0 ? drive_now(p->function, &begun) : p->held;
}

static double at(const drive *d, const state *s, double x)
{
    (void)x;
    return sampled(d->self, s);
}

static void accept(const state *s, drive *d)
{
    sample_and_hold *p = d->self;
    if (s->now == PHASE_STEP)
        p->held = sampled(p, s);
}

static void keep(archive *a, drive *d)
{
    sample_and_hold *p = d->self;
    archive_double(a, &p->held);
}

const drive_type drive_sample_and_hold_type = {
    .keyword = "sample and hold",
    .grammar = "sample and hold, (DRIVE) FUNCTION, (DRIVE) TRIGGER [, initial value, VALUE]",
    .summary = "A function, frozen while a trigger is zero.",
    .size = sizeof(sample_and_hold),
    .read = read,
    .value = at,
    .accept = accept,
    .keep = keep,
};
