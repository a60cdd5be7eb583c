/* drive_periodic.c - a drive repeated with a period: f = g(u) from t0 on, 0 before.
 *
 *     u = (t - t0) - T floor((t - t0)/T) */
#include "drive/arguments.h"
#include "model/reading.h"

typedef struct {
    double t0, T;
    const drive *drive;
} periodic;

static void drive_periodic_read(reader *reader, drive *drive)
{
    periodic *periodic = drive->self;
    periodic->t0 = read_real(reader, "initial time");
    periodic->T = read_positive(reader, "period");
    periodic->drive = read_drive(reader, "drive");
}

static double local(const periodic *periodic, double x)
{
    const double t = x - periodic->t0;
    return t - periodic->T * floor(t / periodic->T);
}

static double drive_periodic_at(const drive *drive, const state *state, double x)
{
    const periodic *periodic = drive->self;
    return x < periodic->t0 ? 0.0 : drive_at(periodic->drive, state, local(periodic, x));
}

static double drive_periodic_derivative(const drive *drive, const state *state, double x)
{
    const periodic *periodic = drive->self;
    return x < periodic->t0 ? 0.0 : drive_derivative(periodic->drive, state, local(periodic, x));
}

static bool drive_periodic_has_derivative(const drive *drive)
{
    return drive_has_derivative(((const periodic *)drive->self)->drive);
}

/* The beginning of each period, and the corners of the other drive within it. */
static double drive_periodic_corner(const drive *drive, double x)
{
    const periodic *periodic = drive->self;
    if (x < periodic->t0)
        return periodic->t0;
    const double u = local(periodic, x), begin = x - u;
    const double inner = periodic->drive->type->corner ? periodic->drive->type->corner(periodic->drive, u) : HUGE_VAL;
    return begin + fmin(inner, periodic->T);
}

const drive_type drive_periodic_type = {
    .keyword = "periodic",
    .grammar = "periodic, INITIAL TIME, PERIOD, (DRIVE) FUNCTION",
    .summary = "Another drive, repeated with a period.",
    .size = sizeof(periodic),
    .read = drive_periodic_read,
    .value = drive_periodic_at,
    .derivative = drive_periodic_derivative,
    .has_derivative = drive_periodic_has_derivative,
    .corner = drive_periodic_corner,
};
