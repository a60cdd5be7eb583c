/* drive_tanh.c - f = y0 + A tanh(m (t - t0)),      f' = A m / cosh^2(m (t - t0)). */
#include "drive/arguments.h"

typedef struct {
    double t0, amplitude, m, y0;
} smooth_step;

static void drive_tanh_read(reader *reader, drive *drive)
{
    smooth_step *smooth_step = drive->self;
    smooth_step->t0 = read_real(reader, "initial time");
    smooth_step->amplitude = read_real(reader, "amplitude");
    smooth_step->m = read_real(reader, "slope");
    smooth_step->y0 = read_real(reader, "initial value");
}

static double drive_tanh_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const smooth_step *smooth_step = drive->self;
    return smooth_step->y0 + smooth_step->amplitude * tanh(smooth_step->m * (x - smooth_step->t0));
}

static double drive_tanh_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const smooth_step *smooth_step = drive->self;
    const double t = tanh(smooth_step->m * (x - smooth_step->t0));
    return smooth_step->amplitude * smooth_step->m * (1.0 - t) * (1.0 + t);
}

const drive_type drive_tanh_type = {
    .keyword = "tanh",
    .grammar = "tanh, INITIAL TIME, AMPLITUDE, SLOPE, INITIAL VALUE",
    .summary = "A smooth change from one value to another, both reached asymptotically.",
    .size = sizeof(smooth_step),
    .read = drive_tanh_read,
    .value = drive_tanh_at,
    .derivative = drive_tanh_derivative,
};
