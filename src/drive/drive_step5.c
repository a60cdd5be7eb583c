/* drive_step5.c - a smooth step: a polynomial of fifth degree between two times, constant outside.
 *
 *     f  = y0 + (y1 - y0) u^3 (10 - 15 u + 6 u^2),      u = (t - t0)/(t1 - t0) in [0, 1]
 *     f' = 30 (y1 - y0)/(t1 - t0) u^2 (1 - u)^2 */
#include "contract/drive.h"
#include "drive/diag_rows.h"

typedef struct {
    double t0, y0, t1, y1;
} step5;

static void drive_step5_read(reader *r, drive *d)
{
    step5 *p = d->self;
    p->t0 = read_real(r, "initial time");
    p->y0 = read_real(r, "initial value");
    p->t1 = read_real(r, "final time");
    if (read_ok(r) && !(p->t1 > p->t0))
        read_error_last(r, E_TIMES_REVERSED, p->t1, p->t0);
    p->y1 = read_real(r, "final value");
}

static double drive_step5_at(const drive *d, const state *s, double x)
{
    (void)s;
    const step5 *p = d->self;
    if (x <= p->t0)
        return p->y0;
    if (x >= p->t1)
        return p->y1;
    const double u = (x - p->t0) / (p->t1 - p->t0);
    return p->y0 + (p->y1 - p->y0) * u * u * u * (10.0 + u * (6.0 * u - 15.0));
}

static double drive_step5_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const step5 *p = d->self;
    if (x <= p->t0 || x >= p->t1)
        return 0.0;
    const double T = p->t1 - p->t0, u = (x - p->t0) / T, v = u * (1.0 - u);
    return 30.0 * (p->y1 - p->y0) / T * v * v;
}

const drive_type drive_step5_type = {
    .keyword = "step5",
    .grammar = "step5, INITIAL TIME, INITIAL VALUE, FINAL TIME, FINAL VALUE",
    .summary = "A smooth step with continuous first and second derivatives.",
    .size = sizeof(step5),
    .read = drive_step5_read,
    .value = drive_step5_at,
    .slope = drive_step5_slope,
};
