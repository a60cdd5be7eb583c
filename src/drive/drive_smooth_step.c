/* drive_smooth_step.c - f = v0 + (v1 - v0) (10 s^3 - 15 s^4 + 6 s^5),  s = (t - t0)/(t1 - t0) between 0 and 1;
 * constant before and after. First and second derivative are continuous. */
#include "drive/arguments.h"
#include "drive/diag_rows.h"
#include "contract/diag_rows.h"

typedef struct {
    double t0, t1, v0, v1;
} smooth_step;

static void drive_smooth_step_read(reader *reader, drive *drive)
{
    smooth_step *smooth_step = drive->self;
    smooth_step->t0 = read_real(reader, "initial time");
    smooth_step->t1 = read_real(reader, "final time");
    if (read_ok(reader) && smooth_step->t1 <= smooth_step->t0)
        read_error_last(reader, E_OPTION_ORDER, "initial time", "final time", smooth_step->t0, smooth_step->t1);
    smooth_step->v0 = read_real(reader, "initial value");
    smooth_step->v1 = read_real(reader, "final value");
}

static double abscissa(const smooth_step *smooth_step, double x)
{
    return fmin(fmax((x - smooth_step->t0) / (smooth_step->t1 - smooth_step->t0), 0.0), 1.0);
}

static double drive_smooth_step_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const smooth_step *smooth_step = drive->self;
    const double u = abscissa(smooth_step, x);
    return smooth_step->v0 + (smooth_step->v1 - smooth_step->v0) * u * u * u * (10.0 - u * (15.0 - 6.0 * u));
}

static double drive_smooth_step_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const smooth_step *smooth_step = drive->self;
    const double u = abscissa(smooth_step, x), v = u * (1.0 - u);
    return (smooth_step->v1 - smooth_step->v0) * 30.0 * v * v / (smooth_step->t1 - smooth_step->t0);
}

const drive_type drive_smooth_step_type = {
    .keyword = "smooth step",
    .grammar = "smooth step, INITIAL TIME, FINAL TIME, INITIAL VALUE, FINAL VALUE",
    .summary = "A change from one value to another without a jump in the first two derivatives.",
    .module = MODULE_FAB_MOTION,
    .size = sizeof(smooth_step),
    .read = drive_smooth_step_read,
    .value = drive_smooth_step_at,
    .derivative = drive_smooth_step_derivative,
};
