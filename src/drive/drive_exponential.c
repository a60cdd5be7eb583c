/* drive_exponential.c - f = y0 + A (1 - exp(-(t - t0)/T)) from t0 on, y0 before: the step response of a first-order
 * system. */
#include "drive/arguments.h"
#include "drive/diag_rows.h"

typedef struct {
    double amplitude, T, t0, y0;
} exponential;

static void drive_exponential_read(reader *r, drive *d)
{
    exponential *p = d->self;
    p->amplitude = read_real(r, "amplitude");
    p->T = read_real(r, "time constant");
    if (read_ok(r) && p->T == 0.0)
        read_error_last(r, E_TIME_CONSTANT);
    p->t0 = read_real(r, "initial time");
    p->y0 = read_real(r, "initial value");
}

static double drive_exponential_at(const drive *d, const state *s, double x)
{
    (void)s;
    const exponential *p = d->self;
    return x < p->t0 ? p->y0 : p->y0 + p->amplitude * (1.0 - exp(-(x - p->t0) / p->T));
}

static double drive_exponential_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const exponential *p = d->self;
    if (x < p->t0)
        return 0.0;
    return inside_factor(x, p->t0, HUGE_VAL) * p->amplitude / p->T * exp(-(x - p->t0) / p->T);
}

const drive_type drive_exponential_type = {
    .keyword = "exponential",
    .grammar = "exponential, AMPLITUDE, TIME CONSTANT, INITIAL TIME, INITIAL VALUE",
    .summary = "The response of a first-order system to a step.",
    .size = sizeof(exponential),
    .read = drive_exponential_read,
    .value = drive_exponential_at,
    .slope = drive_exponential_slope,
};
