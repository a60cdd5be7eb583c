/* drive_cosine.c - f = y0 + A (1 - cos(w (t - t0))) from t0 on.
 *
 * n cycles end after n periods at y0; a negative number ends after |n| - 1/2 periods at the top, y0 + 2 A. */
#include "drive/arguments.h"

static void drive_cosine_read(reader *reader, drive *drive) { read_wave(reader, drive->self, 0.0, 0.5, 2.0); }

static double drive_cosine_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const wave *wave = drive->self;
    if (x < wave->t0)
        return wave->y0;
    return x > wave->t1 ? wave->y1 : wave->y0 + wave->amplitude * (1.0 - cos(wave->w * (x - wave->t0)));
}

static double drive_cosine_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const wave *wave = drive->self;
    return inside_factor(x, wave->t0, wave->t1) * wave->amplitude * wave->w * sin(wave->w * (x - wave->t0));
}

const drive_type drive_cosine_type = {
    .keyword = "cosine",
    .grammar = "cosine, INITIAL TIME, ANGULAR VELOCITY, AMPLITUDE, {[-] CYCLES | half | one | forever}, INITIAL VALUE",
    .summary = "A wave that begins and ends with a horizontal tangent.",
    .size = sizeof(wave),
    .read = drive_cosine_read,
    .value = drive_cosine_at,
    .derivative = drive_cosine_derivative,
    .corner = wave_corner,
};
