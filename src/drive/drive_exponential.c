/* drive_exponential.c - f = y0 + A (1 - exp(-(t - t0)/T)) from t0 on, y0 before: the step response of a first-order
 * system. */
#include "drive/arguments.h"
#include "drive/diag_rows.h"

typedef struct {
    double amplitude, T, t0, y0;
} exponential;

static void drive_exponential_read(reader *reader, drive *drive)
{
    exponential *exponential = drive->self;
    exponential->amplitude = read_real(reader, "amplitude");
    exponential->T = read_real(reader, "time constant");
    if (read_ok(reader) && exponential->T == 0.0)
        read_error_last(reader, E_TIME_CONSTANT);
    exponential->t0 = read_real(reader, "initial time");
    exponential->y0 = read_real(reader, "initial value");
}

static double drive_exponential_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const exponential *exponential = drive->self;
    return x < exponential->t0
               ? exponential->y0
               : exponential->y0 + exponential->amplitude * (1.0 - exp(-(x - exponential->t0) / exponential->T));
}

static double drive_exponential_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const exponential *exponential = drive->self;
    if (x < exponential->t0)
        return 0.0;
    return inside_factor(x, exponential->t0, HUGE_VAL) * exponential->amplitude / exponential->T *
           exp(-(x - exponential->t0) / exponential->T);
}

static double drive_exponential_corner(const drive *drive, double x)
{
    const exponential *exponential = drive->self;
    return corner_of(x, exponential->t0, exponential->t0);
}

const drive_type drive_exponential_type = {
    .keyword = "exponential",
    .grammar = "exponential, AMPLITUDE, TIME CONSTANT, INITIAL TIME, INITIAL VALUE",
    .summary = "The response of a first-order system to a step.",
    .size = sizeof(exponential),
    .read = drive_exponential_read,
    .value = drive_exponential_at,
    .derivative = drive_exponential_derivative,
    .corner = drive_exponential_corner,
};
