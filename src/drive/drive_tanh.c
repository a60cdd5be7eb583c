/* drive_tanh.c - f = y0 + A tanh(m (t - t0)),      f' = A m / cosh^2(m (t - t0)). */
#include "drive/arguments.h"

typedef struct {
    double t0, amplitude, m, y0;
} smooth_step;

static void drive_tanh_read(reader *r, drive *d)
{
    smooth_step *p = d->self;
    p->t0 = read_real(r, "initial time");
    p->amplitude = read_real(r, "amplitude");
    p->m = read_real(r, "slope");
    p->y0 = read_real(r, "initial value");
}

static double drive_tanh_at(const drive *d, const state *s, double x)
{
    (void)s;
    const smooth_step *p = d->self;
    return p->y0 + p->amplitude * tanh(p->m * (x - p->t0));
}

static double drive_tanh_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const smooth_step *p = d->self;
    const double t = tanh(p->m * (x - p->t0));
    return p->amplitude * p->m * (1.0 - t) * (1.0 + t);
}

const drive_type drive_tanh_type = {
    .keyword = "tanh",
    .grammar = "tanh, INITIAL TIME, AMPLITUDE, SLOPE, INITIAL VALUE",
    .summary = "A smooth change from one value to another, both reached asymptotically.",
    .size = sizeof(smooth_step),
    .read = drive_tanh_read,
    .value = drive_tanh_at,
    .slope = drive_tanh_slope,
};
