/* drive_ramp.c - f = y0 + m (t - t0) between t0 and t1, constant before and after. */
#include "drive/arguments.h"

typedef struct {
    double m, t0, t1, y0;
} ramp;

static void drive_ramp_read(reader *r, drive *d)
{
    ramp *p = d->self;
    p->m = read_real(r, "slope");
    p->t0 = read_real(r, "initial time");
    p->t1 = read_final_time(r, p->t0);
    p->y0 = read_real(r, "initial value");
}

static double drive_ramp_at(const drive *d, const state *s, double x)
{
    (void)s;
    const ramp *p = d->self;
    if (x < p->t0)
        return p->y0;
    return p->y0 + p->m * ((x > p->t1 ? p->t1 : x) - p->t0);
}

static double drive_ramp_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const ramp *p = d->self;
    return inside_factor(x, p->t0, p->t1) * p->m;
}

const drive_type drive_ramp_type = {
    .keyword = "ramp",
    .grammar = "ramp, SLOPE, INITIAL TIME, {FINAL TIME | forever}, INITIAL VALUE",
    .summary = "A straight line between two times, constant outside.",
    .size = sizeof(ramp),
    .read = drive_ramp_read,
    .value = drive_ramp_at,
    .slope = drive_ramp_slope,
};
