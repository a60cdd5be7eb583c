/* drive_step.c - f = y0 before t0, y0 + A after it, and (y0 + A)/2 at t0 itself. */
#include "contract/drive.h"

typedef struct {
    double t0, step, y0;
} step;

static void drive_step_read(reader *r, drive *d)
{
    step *p = d->self;
    p->t0 = read_real(r, "initial time");
    p->step = read_real(r, "step value");
    p->y0 = read_real(r, "initial value");
}

static double drive_step_at(const drive *d, const state *s, double x)
{
    (void)s;
    const step *p = d->self;
    if (x < p->t0)
        return p->y0;
    return x > p->t0 ? p->y0 + p->step : 0.5 * (p->y0 + p->step);
}

static double drive_step_slope(const drive *d, const state *s, double x)
{
    (void)d, (void)s, (void)x;
    return 0.0;
}

const drive_type drive_step_type = {
    .keyword = "step",
    .grammar = "step, INITIAL TIME, STEP VALUE, INITIAL VALUE",
    .summary = "A jump at one time.",
    .size = sizeof(step),
    .read = drive_step_read,
    .value = drive_step_at,
    .slope = drive_step_slope,
};
