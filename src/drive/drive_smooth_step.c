/* drive_smooth_step.c - f = v0 + (v1 - v0) (10 s^3 - 15 s^4 + 6 s^5),  s = (t - t0)/(t1 - t0) between 0 and 1;
 * constant before and after. First and second derivative are continuous. */
#include "drive/arguments.h"
#include "drive/diag_rows.h"
#include "contract/diag_rows.h"

typedef struct {
    double t0, t1, v0, v1;
} smooth_step;

static void drive_smooth_step_read(reader *r, drive *d)
{
    smooth_step *p = d->self;
    p->t0 = read_real(r, "initial time");
    p->t1 = read_real(r, "final time");
    if (read_ok(r) && p->t1 <= p->t0)
        read_error_last(r, E_OPTION_ORDER, "initial time", "final time", p->t0, p->t1);
    p->v0 = read_real(r, "initial value");
    p->v1 = read_real(r, "final value");
}

static double abscissa(const smooth_step *p, double x) { return fmin(fmax((x - p->t0) / (p->t1 - p->t0), 0.0), 1.0); }

static double drive_smooth_step_at(const drive *d, const state *s, double x)
{
    (void)s;
    const smooth_step *p = d->self;
    const double u = abscissa(p, x);
    return p->v0 + (p->v1 - p->v0) * u * u * u * (10.0 - u * (15.0 - 6.0 * u));
}

static double drive_smooth_step_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const smooth_step *p = d->self;
    const double u = abscissa(p, x), v = u * (1.0 - u);
    return (p->v1 - p->v0) * 30.0 * v * v / (p->t1 - p->t0);
}

const drive_type drive_smooth_step_type = {
    .keyword = "smooth step",
    .grammar = "smooth step, INITIAL TIME, FINAL TIME, INITIAL VALUE, FINAL VALUE",
    .summary = "A change from one value to another without a jump in the first two derivatives.",
    .module = MODULE_FAB_MOTION,
    .size = sizeof(smooth_step),
    .read = drive_smooth_step_read,
    .value = drive_smooth_step_at,
    .slope = drive_smooth_step_slope,
};
