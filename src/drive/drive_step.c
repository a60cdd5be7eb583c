/* drive_step.c - f = y0 before t0, y0 + A after it, and (y0 + A)/2 at t0 itself. */
#include "drive/arguments.h"

typedef struct {
    double t0, step, y0;
} step;

static void drive_step_read(reader *reader, drive *drive)
{
    step *step = drive->self;
    step->t0 = read_real(reader, "initial time");
    step->step = read_real(reader, "step value");
    step->y0 = read_real(reader, "initial value");
}

static double drive_step_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const step *step = drive->self;
    if (x < step->t0)
        return step->y0;
    return x > step->t0 ? step->y0 + step->step : 0.5 * (step->y0 + step->step);
}

static double drive_step_derivative(const drive *drive, const state *state, double x)
{
    (void)drive, (void)state, (void)x;
    return 0.0;
}

static double drive_step_corner(const drive *drive, double x)
{
    const step *step = drive->self;
    return corner_of(x, step->t0, step->t0);
}

const drive_type drive_step_type = {
    .keyword = "step",
    .grammar = "step, INITIAL TIME, STEP VALUE, INITIAL VALUE",
    .summary = "A jump at one time.",
    .size = sizeof(step),
    .read = drive_step_read,
    .value = drive_step_at,
    .derivative = drive_step_derivative,
    .corner = drive_step_corner,
};
