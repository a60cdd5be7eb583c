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

static void drive_double_ramp_read(reader *r, drive *d)
{
    double_ramp *p = d->self;
    p->a = read_real(r, "ascending slope");
    p->a0 = read_real(r, "ascending initial time");
    p->a1 = read_real(r, "ascending final time");
    if (read_ok(r) && !(p->a1 > p->a0))
        read_error_last(r, E_TIMES_REVERSED, p->a1, p->a0);
    p->b = read_real(r, "descending slope");
    p->b0 = read_real(r, "descending initial time");
    if (read_ok(r) && p->b0 < p->a1)
        read_error_last(r, E_TIMES_REVERSED, p->b0, p->a1);
    p->b1 = read_final_time(r, p->b0);
    if (read_ok(r) && p->b1 < p->b0)
        read_error_last(r, E_TIMES_REVERSED, p->b1, p->b0);
    p->y0 = read_real(r, "initial value");
}

static double drive_double_ramp_at(const drive *d, const state *s, double x)
{
    (void)s;
    const double_ramp *p = d->self;
    if (x < p->a0)
        return p->y0;
    if (x <= p->a1)
        return p->y0 + p->a * (x - p->a0);
    const double top = p->y0 + p->a * (p->a1 - p->a0);
    if (x < p->b0)
        return top;
    return top + p->b * ((x > p->b1 ? p->b1 : x) - p->b0);
}

static double drive_double_ramp_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const double_ramp *p = d->self;
    const double first = inside_factor(x, p->a0, p->a1) * p->a;
    return x <= p->a1 ? first : inside_factor(x, p->b0, p->b1) * p->b;
}

const drive_type drive_double_ramp_type = {
    .keyword = "double ramp",
    .grammar =
        "double ramp, SLOPE, INITIAL TIME, FINAL TIME, SLOPE, INITIAL TIME, {FINAL TIME | forever}, INITIAL VALUE",
    .summary = "Two straight lines at different times, constant between and outside.",
    .size = sizeof(double_ramp),
    .read = drive_double_ramp_read,
    .value = drive_double_ramp_at,
    .slope = drive_double_ramp_slope,
};
