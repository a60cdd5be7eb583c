/* drive_cosine.c - f = y0 + A (1 - cos(w (t - t0))) from t0 on.
 *
 * n cycles end after n periods at y0; a negative number ends after |n| - 1/2 periods at the top, y0 + 2 A. */
#include "drive/arguments.h"

static void drive_cosine_read(reader *r, drive *d) { read_wave(r, d->self, 0.0, 0.5, 2.0); }

static double drive_cosine_at(const drive *d, const state *s, double x)
{
    (void)s;
    const wave *w = d->self;
    if (x < w->t0)
        return w->y0;
    return x > w->t1 ? w->y1 : w->y0 + w->amplitude * (1.0 - cos(w->w * (x - w->t0)));
}

static double drive_cosine_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const wave *w = d->self;
    return inside_factor(x, w->t0, w->t1) * w->amplitude * w->w * sin(w->w * (x - w->t0));
}

const drive_type drive_cosine_type = {
    .keyword = "cosine",
    .grammar = "cosine, INITIAL TIME, ANGULAR VELOCITY, AMPLITUDE, {[-] CYCLES | half | one | forever}, INITIAL VALUE",
    .summary = "A wave that begins and ends with a horizontal tangent.",
    .size = sizeof(wave),
    .read = drive_cosine_read,
    .value = drive_cosine_at,
    .slope = drive_cosine_slope,
};
