/* drive_double_step.c - f = y0 before t0 and after t1, y0 + A between, and (y0 + A)/2 at t0 and t1 themselves. */
#include "drive/arguments.h"

typedef struct {
    double t0, t1, step, y0;
} double_step;

static void drive_double_step_read(reader *r, drive *d)
{
    double_step *p = d->self;
    p->t0 = read_real(r, "initial time");
    p->t1 = read_final_time(r, p->t0);
    p->step = read_real(r, "step value");
    p->y0 = read_real(r, "initial value");
}

static double drive_double_step_at(const drive *d, const state *s, double x)
{
    (void)s;
    const double_step *p = d->self;
    if (x < p->t0 || x > p->t1)
        return p->y0;
    return x > p->t0 && x < p->t1 ? p->y0 + p->step : 0.5 * (p->y0 + p->step);
}

static double drive_double_step_slope(const drive *d, const state *s, double x)
{
    (void)d, (void)s, (void)x;
    return 0.0;
}

const drive_type drive_double_step_type = {
    .keyword = "double step",
    .grammar = "double step, INITIAL TIME, FINAL TIME, STEP VALUE, INITIAL VALUE",
    .summary = "A jump at one time and back at another.",
    .size = sizeof(double_step),
    .read = drive_double_step_read,
    .value = drive_double_step_at,
    .slope = drive_double_step_slope,
};
