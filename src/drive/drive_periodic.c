/* drive_periodic.c - a drive repeated with a period: f = g(u) from t0 on, 0 before.
 *
 *     u = (t - t0) - T floor((t - t0)/T) */
#include "drive/arguments.h"
#include "model/reading.h"

typedef struct {
    double t0, T;
    const drive *g;
} periodic;

static void drive_periodic_read(reader *r, drive *d)
{
    periodic *p = d->self;
    p->t0 = read_real(r, "initial time");
    p->T = read_positive(r, "period");
    p->g = read_drive(r, "drive");
}

static double local(const periodic *p, double x)
{
    const double t = x - p->t0;
    return t - p->T * floor(t / p->T);
}

static double drive_periodic_at(const drive *d, const state *s, double x)
{
    const periodic *p = d->self;
    return x < p->t0 ? 0.0 : drive_at(p->g, s, local(p, x));
}

static double drive_periodic_slope(const drive *d, const state *s, double x)
{
    const periodic *p = d->self;
    return x < p->t0 ? 0.0 : drive_slope(p->g, s, local(p, x));
}

static bool drive_periodic_has_slope(const drive *d) { return drive_has_slope(((const periodic *)d->self)->g); }

const drive_type drive_periodic_type = {
    .keyword = "periodic",
    .grammar = "periodic, INITIAL TIME, PERIOD, (DRIVE) FUNCTION",
    .summary = "Another drive, repeated with a period.",
    .size = sizeof(periodic),
    .read = drive_periodic_read,
    .value = drive_periodic_at,
    .slope = drive_periodic_slope,
    .has_slope = drive_periodic_has_slope,
};
