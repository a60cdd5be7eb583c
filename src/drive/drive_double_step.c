/* drive_double_step.c - f = y0 before t0 and after t1, y0 + A between, and (y0 + A)/2 at t0 and t1 themselves. */
#include "drive/arguments.h"

typedef struct {
    double t0, t1, step, y0;
} double_step;

static void drive_double_step_read(reader *reader, drive *drive)
{
    double_step *double_step = drive->self;
    double_step->t0 = read_real(reader, "initial time");
    double_step->t1 = read_final_time(reader, double_step->t0);
    double_step->step = read_real(reader, "step value");
    double_step->y0 = read_real(reader, "initial value");
}

static double drive_double_step_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const double_step *double_step = drive->self;
    if (x < double_step->t0 || x > double_step->t1)
        return double_step->y0;
    return x > double_step->t0 && x < double_step->t1 ? double_step->y0 + double_step->step
                                                      : 0.5 * (double_step->y0 + double_step->step);
}

static double drive_double_step_derivative(const drive *drive, const state *state, double x)
{
    (void)drive, (void)state, (void)x;
    return 0.0;
}

static double drive_double_step_corner(const drive *drive, double x)
{
    const double_step *double_step = drive->self;
    return corner_of(x, double_step->t0, double_step->t1);
}

const drive_type drive_double_step_type = {
    .keyword = "double step",
    .grammar = "double step, INITIAL TIME, FINAL TIME, STEP VALUE, INITIAL VALUE",
    .summary = "A jump at one time and back at another.",
    .size = sizeof(double_step),
    .read = drive_double_step_read,
    .value = drive_double_step_at,
    .derivative = drive_double_step_derivative,
    .corner = drive_double_step_corner,
};
