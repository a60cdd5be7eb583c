/* drive_frequency_sweep.c - a sine whose angular velocity and amplitude are drives.
 *
 *     f  = y0                                        t < t0
 *        = y0 + A(t) sin(w(t) (t - t0))              t0 <= t < t1
 *        = y1                                        t1 <= t
 *     f' = A' sin p + A cos p (w' (t - t0) + w),     p = w (t - t0) */
#include "drive/arguments.h"
#include "model/reading.h"

typedef struct {
    double t0, t1, y0, y1;
    const drive *drive, *A;
} sweep;

static void drive_frequency_sweep_read(reader *reader, drive *drive)
{
    sweep *sweep = drive->self;
    sweep->t0 = read_real(reader, "initial time");
    sweep->drive = read_drive(reader, "angular velocity");
    sweep->A = read_drive(reader, "amplitude");
    sweep->y0 = read_real(reader, "initial value");
    sweep->t1 = read_final_time(reader, sweep->t0);
    sweep->y1 = read_real(reader, "final value");
}

static double drive_frequency_sweep_at(const drive *drive, const state *state, double x)
{
    const sweep *sweep = drive->self;
    if (x < sweep->t0)
        return sweep->y0;
    return x < sweep->t1
               ? sweep->y0 + drive_at(sweep->A, state, x) * sin(drive_at(sweep->drive, state, x) * (x - sweep->t0))
               : sweep->y1;
}

static double drive_frequency_sweep_derivative(const drive *drive, const state *state, double x)
{
    const sweep *sweep = drive->self;
    const double inside = inside_factor(x, sweep->t0, sweep->t1);
    if (inside == 0)
        return 0.0;
    const double w = drive_at(sweep->drive, state, x), A = drive_at(sweep->A, state, x), t = x - sweep->t0;
    return inside * (drive_derivative(sweep->A, state, x) * sin(w * t) +
                     A * cos(w * t) * (drive_derivative(sweep->drive, state, x) * t + w));
}

static bool drive_frequency_sweep_has_derivative(const drive *drive)
{
    const sweep *sweep = drive->self;
    return drive_has_derivative(sweep->drive) && drive_has_derivative(sweep->A);
}

static double drive_frequency_sweep_corner(const drive *drive, double x)
{
    const sweep *sweep = drive->self;
    return corner_of(x, sweep->t0, sweep->t1);
}

const drive_type drive_frequency_sweep_type = {
    .keyword = "frequency sweep",
    .grammar = "frequency sweep, INITIAL TIME, (DRIVE) ANGULAR VELOCITY, (DRIVE) AMPLITUDE, INITIAL VALUE, {FINAL TIME "
               "| forever}, FINAL VALUE",
    .summary = "A sine whose angular velocity and amplitude change with time.",
    .size = sizeof(sweep),
    .read = drive_frequency_sweep_read,
    .value = drive_frequency_sweep_at,
    .derivative = drive_frequency_sweep_derivative,
    .corner = drive_frequency_sweep_corner,
    .has_derivative = drive_frequency_sweep_has_derivative,
};
