/* drive_sine.c - f = y0 + A sin(w (t - t0)) from t0 on.
 *
 * n cycles end after n - 1/2 periods at y0; a negative number ends after |n| - 3/4 periods at the top, y0 + A. */
#include "drive/arguments.h"

static void drive_sine_read(reader *r, drive *d) { read_wave(r, d->self, 0.5, 0.75, 1.0); }

static double drive_sine_at(const drive *d, const state *s, double x)
{
    (void)s;
    const wave *w = d->self;
    if (x < w->t0)
        return w->y0;
    return x > w->t1 ? w->y1 : w->y0 + w->amplitude * sin(w->w * (x - w->t0));
}

static double drive_sine_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const wave *w = d->self;
    return inside_factor(x, w->t0, w->t1) * w->amplitude * w->w * cos(w->w * (x - w->t0));
}

const drive_type drive_sine_type = {
    .keyword = "sine",
    .grammar = "sine, INITIAL TIME, ANGULAR VELOCITY, AMPLITUDE, {[-] CYCLES | half | one | forever}, INITIAL VALUE",
    .summary = "A sine wave of a number of half periods.",
    .size = sizeof(wave),
    .read = drive_sine_read,
    .value = drive_sine_at,
    .slope = drive_sine_slope,
};
