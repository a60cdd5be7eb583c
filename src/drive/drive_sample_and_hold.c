/* drive_sample_and_hold.c - the function while the trigger is nonzero, otherwise its value at the last such step.
 *
 * Both are evaluated at the time of the step with the state at its beginning. The held value is
 * updated when a step is accepted. The trigger takes effect from the first step on: at the initial time, the drive has
 * the initial value. */
#include "names/datum.h"
#include "model/reading.h"

typedef struct {
    const drive *function, *trigger;
    double first; /* initial value */
} sample_and_hold;

static void drive_sample_and_hold_read(reader *reader, drive *drive)
{
    sample_and_hold *sample_and_hold = drive->self;
    sample_and_hold->function = read_drive(reader, "function");
    sample_and_hold->trigger = read_drive(reader, "trigger");
    if (read_keyword(reader, "initial value"))
        sample_and_hold->first = read_real(reader, "initial value");
}

/* Evaluates both drives with the state at the beginning of the step, at the time of its end. */
static double sampled(const drive *drive, const state *s)
{
    const sample_and_hold *sample_and_hold = drive->self;
    const double *stored = remembered(s, drive->memory);
    state begun = state_before(s);
    begun.t = s->t;
    begun.step = s->step;
    return s->step > 0 && drive_now(sample_and_hold->trigger, &begun) != 0.0
               ? drive_now(sample_and_hold->function, &begun)
               : *stored;
}

static double drive_sample_and_hold_at(const drive *drive, const state *state, double x)
{
    (void)x;
    return sampled(drive, state);
}

static void drive_sample_and_hold_begin(const void *self, void *memory)
{
    *(double *)memory = ((const sample_and_hold *)self)->first;
}

static void drive_sample_and_hold_accept(const state *state, const drive *drive, memory_block *memory)
{
    if (state->now == PHASE_STEP)
        *(double *)memory_at(memory, drive->memory) = sampled(drive, state);
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
