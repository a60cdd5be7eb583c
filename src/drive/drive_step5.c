/* drive_step5.c - a smooth step: a polynomial of fifth degree between two times, constant outside.
 *
 *     f  = y0 + (y1 - y0) u^3 (10 - 15 u + 6 u^2),      u = (t - t0)/(t1 - t0) in [0, 1]
 *     f' = 30 (y1 - y0)/(t1 - t0) u^2 (1 - u)^2 */
#include "drive/arguments.h"
#include "drive/diag_rows.h"

typedef struct {
    double t0, y0, t1, y1;
} step5;

static void drive_step5_read(reader *reader, drive *drive)
{
    step5 *step5 = drive->self;
    step5->t0 = read_real(reader, "initial time");
    step5->y0 = read_real(reader, "initial value");
    step5->t1 = read_real(reader, "final time");
    if (read_ok(reader) && !(step5->t1 > step5->t0))
        read_error_last(reader, E_TIMES_REVERSED, step5->t1, step5->t0);
    step5->y1 = read_real(reader, "final value");
}

static double drive_step5_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const step5 *step5 = drive->self;
    if (x <= step5->t0)
        return step5->y0;
    if (x >= step5->t1)
        return step5->y1;
    const double u = (x - step5->t0) / (step5->t1 - step5->t0);
    return step5->y0 + (step5->y1 - step5->y0) * u * u * u * (10.0 + u * (6.0 * u - 15.0));
}

static double drive_step5_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const step5 *step5 = drive->self;
    if (x <= step5->t0 || x >= step5->t1)
        return 0.0;
    const double T = step5->t1 - step5->t0, u = (x - step5->t0) / T, v = u * (1.0 - u);
    return 30.0 * (step5->y1 - step5->y0) / T * v * v;
}

static double drive_step5_corner(const drive *drive, double x)
{
    const step5 *step5 = drive->self;
    return corner_of(x, step5->t0, step5->t1);
}

const drive_type drive_step5_type = {
    .keyword = "step5",
    .grammar = "step5, INITIAL TIME, INITIAL VALUE, FINAL TIME, FINAL VALUE",
    .summary = "A smooth step with continuous first and second derivatives.",
    .size = sizeof(step5),
    .read = drive_step5_read,
    .value = drive_step5_at,
    .derivative = drive_step5_derivative,
    .corner = drive_step5_corner,
};
