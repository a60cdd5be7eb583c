/* drive_double_ramp.c - two ramps, one after the other.
 *
 *     f = y0                                 t < a0
 *       = y0 + a (t - a0)              a0 <= t <= a1
 *       = y0 + f_a                     a1 <  t <  b0,     f_a = a (a1 - a0)
 *       = y0 + f_a + b (t - b0)        b0 <= t <= b1
 *       = y0 + f_a + b (b1 - b0)       b1 <  t */
#include "drive/arguments.h"
#include "drive/diag_rows.h"

typedef struct {
    double a, a0, a1, b, b0, b1, y0;
} double_ramp;

static void drive_double_ramp_read(reader *reader, drive *drive)
{
    double_ramp *double_ramp = drive->self;
    double_ramp->a = read_real(reader, "ascending slope");
    double_ramp->a0 = read_real(reader, "ascending initial time");
    double_ramp->a1 = read_real(reader, "ascending final time");
    if (read_ok(reader) && !(double_ramp->a1 > double_ramp->a0))
        read_error_last(reader, E_TIMES_REVERSED, double_ramp->a1, double_ramp->a0);
    double_ramp->b = read_real(reader, "descending slope");
    double_ramp->b0 = read_real(reader, "descending initial time");
    if (read_ok(reader) && double_ramp->b0 < double_ramp->a1)
        read_error_last(reader, E_TIMES_REVERSED, double_ramp->b0, double_ramp->a1);
    double_ramp->b1 = read_final_time(reader, double_ramp->b0);
    if (read_ok(reader) && double_ramp->b1 < double_ramp->b0)
        read_error_last(reader, E_TIMES_REVERSED, double_ramp->b1, double_ramp->b0);
    double_ramp->y0 = read_real(reader, "initial value");
}

static double drive_double_ramp_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const double_ramp *double_ramp = drive->self;
    if (x < double_ramp->a0)
        return double_ramp->y0;
    if (x <= double_ramp->a1)
        return double_ramp->y0 + double_ramp->a * (x - double_ramp->a0);
    const double top = double_ramp->y0 + double_ramp->a * (double_ramp->a1 - double_ramp->a0);
    if (x < double_ramp->b0)
        return top;
    return top + double_ramp->b * ((x > double_ramp->b1 ? double_ramp->b1 : x) - double_ramp->b0);
}

static double drive_double_ramp_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const double_ramp *double_ramp = drive->self;
    const double first = inside_factor(x, double_ramp->a0, double_ramp->a1) * double_ramp->a;
    return x <= double_ramp->a1 ? first : inside_factor(x, double_ramp->b0, double_ramp->b1) * double_ramp->b;
}

static double drive_double_ramp_corner(const drive *drive, double x)
{
    const double_ramp *ramps = drive->self;
    return fmin(corner_of(x, ramps->a0, ramps->a1), corner_of(x, ramps->b0, ramps->b1));
}

const drive_type drive_double_ramp_type = {
    .keyword = "double ramp",
    .grammar =
        "double ramp, SLOPE, INITIAL TIME, FINAL TIME, SLOPE, INITIAL TIME, {FINAL TIME | forever}, INITIAL VALUE",
    .summary = "Two straight lines at different times, constant between and outside.",
    .size = sizeof(double_ramp),
    .read = drive_double_ramp_read,
    .value = drive_double_ramp_at,
    .derivative = drive_double_ramp_derivative,
    .corner = drive_double_ramp_corner,
};
