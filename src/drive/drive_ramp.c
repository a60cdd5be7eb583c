/* drive_ramp.c - f = y0 + m (t - t0) between t0 and t1, constant before and after. */
#include "drive/arguments.h"

typedef struct {
    double m, t0, t1, y0;
} ramp;

static void drive_ramp_read(reader *reader, drive *drive)
{
    ramp *ramp = drive->self;
    ramp->m = read_real(reader, "slope");
    ramp->t0 = read_real(reader, "initial time");
    ramp->t1 = read_final_time(reader, ramp->t0);
    ramp->y0 = read_real(reader, "initial value");
}

static double drive_ramp_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const ramp *ramp = drive->self;
    if (x < ramp->t0)
        return ramp->y0;
    return ramp->y0 + ramp->m * ((x > ramp->t1 ? ramp->t1 : x) - ramp->t0);
}

static double drive_ramp_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const ramp *ramp = drive->self;
    return inside_factor(x, ramp->t0, ramp->t1) * ramp->m;
}

static double drive_ramp_corner(const drive *drive, double x)
{
    const ramp *ramp = drive->self;
    return corner_of(x, ramp->t0, ramp->t1);
}

const drive_type drive_ramp_type = {
    .keyword = "ramp",
    .grammar = "ramp, SLOPE, INITIAL TIME, {FINAL TIME | forever}, INITIAL VALUE",
    .summary = "A straight line between two times, constant outside.",
    .size = sizeof(ramp),
    .read = drive_ramp_read,
    .value = drive_ramp_at,
    .derivative = drive_ramp_derivative,
    .corner = drive_ramp_corner,
};
