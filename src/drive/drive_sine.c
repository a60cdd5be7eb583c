/* drive_sine.c - f = y0 + A sin(w (t - t0)) from t0 on.
 *
 * n cycles end after n - 1/2 periods at y0; a negative number ends after |n| - 3/4 periods at the top, y0 + A. */
#include "drive/arguments.h"

static void drive_sine_read(reader *reader, drive *drive) { read_wave(reader, drive->self, 0.5, 0.75, 1.0); }

static double drive_sine_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const wave *wave = drive->self;
    if (x < wave->t0)
        return wave->y0;
    return x > wave->t1 ? wave->y1 : wave->y0 + wave->amplitude * sin(wave->w * (x - wave->t0));
}

static double drive_sine_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const wave *wave = drive->self;
    return inside_factor(x, wave->t0, wave->t1) * wave->amplitude * wave->w * cos(wave->w * (x - wave->t0));
}

const drive_type drive_sine_type = {
    .keyword = "sine",
    .grammar = "sine, INITIAL TIME, ANGULAR VELOCITY, AMPLITUDE, {[-] CYCLES | half | one | forever}, INITIAL VALUE",
    .summary = "A sine wave of a number of half periods.",
    .size = sizeof(wave),
    .read = drive_sine_read,
    .value = drive_sine_at,
    .derivative = drive_sine_derivative,
    .corner = wave_corner,
};
