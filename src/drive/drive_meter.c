/* drive_meter.c - 1 at every N-th step of the analysis between two times (both included), 0 otherwise. */
#include "drive/arguments.h"

typedef struct {
    double t0, t1;
    int steps;
} meter;

static void drive_meter_read(reader *r, drive *d)
{
    meter *p = d->self;
    p->t0 = read_real(r, "initial time");
    p->t1 = read_final_time(r, p->t0);
    p->steps = read_steps(r);
}

static double drive_meter_at(const drive *d, const state *s, double x)
{
    const meter *p = d->self;
    return x >= p->t0 && x <= p->t1 && s->step % p->steps == 0 ? 1.0 : 0.0;
}

static int every(const drive *d) { return ((const meter *)d->self)->steps; }

const drive_type drive_meter_type = {
    .keyword = "meter",
    .grammar = "meter, INITIAL TIME, {FINAL TIME | forever} [, steps, N]",
    .summary = "One at every N-th step, otherwise zero.",
    .size = sizeof(meter),
    .read = drive_meter_read,
    .value = drive_meter_at,
    .every = every,
};
