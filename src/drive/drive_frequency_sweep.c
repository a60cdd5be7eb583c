/* drive_frequency_sweep.c - a sine whose angular velocity and amplitude are drives.
 *
 *     f  = y0                                        t < t0
 *        = y0 + A(t) sin(w(t) (t - t0))              t0 <= t < t1
 *        = y1                                        t1 <= t
 *     f' = A' sin p + A cos p (w' (t - t0) + w),     p = w (t - t0) */
#include "drive/arguments.h"
#include "model/reading.h"

typedef struct {
    double t0, t1, y0, y1;
    const drive *w, *A;
} sweep;

static void drive_frequency_sweep_read(reader *r, drive *d)
{
    sweep *p = d->self;
    p->t0 = read_real(r, "initial time");
    p->w = read_drive(r, "angular velocity");
    p->A = read_drive(r, "amplitude");
    p->y0 = read_real(r, "initial value");
    p->t1 = read_final_time(r, p->t0);
    p->y1 = read_real(r, "final value");
}

static double drive_frequency_sweep_at(const drive *d, const state *s, double x)
{
    const sweep *p = d->self;
    if (x < p->t0)
        return p->y0;
    return x < p->t1 ? p->y0 + drive_at(p->A, s, x) * sin(drive_at(p->w, s, x) * (x - p->t0)) : p->y1;
}

static double drive_frequency_sweep_slope(const drive *d, const state *s, double x)
{
    const sweep *p = d->self;
    const double inside = inside_factor(x, p->t0, p->t1);
    if (inside == 0)
        return 0.0;
    const double w = drive_at(p->w, s, x), A = drive_at(p->A, s, x), t = x - p->t0;
    return inside * (drive_slope(p->A, s, x) * sin(w * t) + A * cos(w * t) * (drive_slope(p->w, s, x) * t + w));
}

static bool drive_frequency_sweep_has_slope(const drive *d)
{
    const sweep *p = d->self;
    return drive_has_slope(p->w) && drive_has_slope(p->A);
}

const drive_type drive_frequency_sweep_type = {
    .keyword = "frequency sweep",
    .grammar = "frequency sweep, INITIAL TIME, (DRIVE) ANGULAR VELOCITY, (DRIVE) AMPLITUDE, INITIAL VALUE, {FINAL TIME "
               "| forever}, FINAL VALUE",
    .summary = "A sine whose angular velocity and amplitude change with time.",
    .size = sizeof(sweep),
    .read = drive_frequency_sweep_read,
    .value = drive_frequency_sweep_at,
    .slope = drive_frequency_sweep_slope,
    .has_slope = drive_frequency_sweep_has_slope,
};
