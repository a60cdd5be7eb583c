/* drive_sample_and_hold.c - the function while the trigger is not zero, else its value at the last accepted step of
 * that kind.
 *
 * Both see the time of the step and the state at its beginning. The trigger counts from the first step on: at the
 * initial time the initial value holds. */
#include "names/datum.h"
#include "model/reading.h"

typedef struct {
    const drive *function, *trigger;
    double first; /* initial value */
} sample_and_hold;

static void drive_sample_and_hold_read(reader *r, drive *d)
{
    sample_and_hold *p = d->self;
    p->function = read_drive(r, "function");
    p->trigger = read_drive(r, "trigger");
    if (read_keyword(r, "initial value"))
        p->first = read_real(r, "initial value");
}

/* The state at the beginning of the step, at the time of its end: what both drives see. */
static double sampled(const drive *d, const state *s)
{
    const sample_and_hold *p = d->self;
    const double *held = remembered(s, d->memory);
    state begun = state_before(s);
    begun.t = s->t;
    begun.step = s->step;
    return s->step > 0 && drive_now(p->trigger, &begun) != 0.0 ? drive_now(p->function, &begun) : *held;
}

static double drive_sample_and_hold_at(const drive *d, const state *s, double x)
{
    (void)x;
    return sampled(d, s);
}

static void drive_sample_and_hold_begin(const void *self, void *memory)
{
    *(double *)memory = ((const sample_and_hold *)self)->first;
}

static void drive_sample_and_hold_accept(const state *s, const drive *d, memory_block *m)
{
    if (s->now == PHASE_STEP)
        *(double *)memory_at(m, d->memory) = sampled(d, s);
}

const drive_type drive_sample_and_hold_type = {
    .keyword = "sample and hold",
    .grammar = "sample and hold, (DRIVE) FUNCTION, (DRIVE) TRIGGER [, initial value, VALUE]",
    .summary = "A function, frozen while a trigger is zero.",
    .size = sizeof(sample_and_hold),
    .read = drive_sample_and_hold_read,
    .value = drive_sample_and_hold_at,
    .accept = drive_sample_and_hold_accept,
    .memory = sizeof(double),
    .begin = drive_sample_and_hold_begin,
};
