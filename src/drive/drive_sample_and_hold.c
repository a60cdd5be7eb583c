/* drive_sample_and_hold.c - the function while the trigger is not zero, else its value at the last accepted step of
 * that kind.
 *
 * The trigger counts from the first step on: at the initial time the initial value holds. */
#include "model/drive.h"

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

static double at(const drive *d, const state *s, double x)
{
    (void)x;
    const sample_and_hold *p = d->self;
    return s->step > 0 && drive_now(p->trigger, s) != 0.0 ? drive_now(p->function, s) : p->held;
}

static void accept(const state *s, drive *d)
{
    sample_and_hold *p = d->self;
    if (s->now == PHASE_STEP && s->step > 0 && drive_now(p->trigger, s) != 0.0)
        p->held = drive_now(p->function, s);
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
