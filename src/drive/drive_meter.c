/* drive_meter.c - 1 at every N-th step of the analysis between two times (both included), 0 otherwise. */
#include "drive/arguments.h"

typedef struct {
    double t0, t1;
    int steps;
} meter;

static void drive_meter_read(reader *reader, drive *drive)
{
    meter *meter = drive->self;
    meter->t0 = read_real(reader, "initial time");
    meter->t1 = read_final_time(reader, meter->t0);
    meter->steps = read_steps(reader);
}

static double drive_meter_at(const drive *drive, const state *state, double x)
{
    const meter *meter = drive->self;
    return x >= meter->t0 && x <= meter->t1 && state->step % meter->steps == 0 ? 1.0 : 0.0;
}

static int every(const drive *drive) { return ((const meter *)drive->self)->steps; }

const drive_type drive_meter_type = {
    .keyword = "meter",
    .grammar = "meter, INITIAL TIME, {FINAL TIME | forever} [, steps, N]",
    .summary = "One at every N-th step, otherwise zero.",
    .size = sizeof(meter),
    .read = drive_meter_read,
    .value = drive_meter_at,
    .every = every,
};
