/* drive_piecewise_linear.c - linear interpolation between points.
 *
 *     f = y_i + s_i (x - x_i),   s_i = (y_i+1 - y_i)/(x_i+1 - x_i),   x_i <= x < x_i+1
 *
 * Before the first point f has the value of the first point, after the last point that of the last. At a point the
 * derivative is the mean of those on both sides. */
#include "drive/arguments.h"

static void drive_piecewise_linear_read(reader *reader, drive *drive)
{
    const int n = read_integer_in(reader, 2, INT_MAX, "number of points");
    points_list list = {0};
    for (int i = 0; read_ok(reader) && i < n; i++)
        points_add(reader, &list);
    points_finish(reader, &list, drive->self);
}

static double drive_piecewise_linear_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const points *points = drive->self;
    if (x <= points->x[0])
        return points->y[0];
    if (x >= points->x[points->n - 1])
        return points->y[points->n - 1];
    return points_on_segment(points, points_segment(points, x), x);
}

static double drive_piecewise_linear_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const points *points = drive->self;
    if (x < points->x[0] || x > points->x[points->n - 1])
        return 0.0;
    const int i = points_segment(points, x);
    const double here = points_segment_slope(points, i);
    if (x == points->x[i])
        return (here + (i > 0 ? points_segment_slope(points, i - 1) : 0.0)) / 2.0;
    return x == points->x[points->n - 1] ? here / 2.0 : here;
}

const drive_type drive_piecewise_linear_type = {
    .keyword = "piecewise linear",
    .grammar = "piecewise linear, N, POINT, VALUE, POINT, VALUE, ...",
    .summary = "Straight lines between points.",
    .size = sizeof(points),
    .read = drive_piecewise_linear_read,
    .value = drive_piecewise_linear_at,
    .derivative = drive_piecewise_linear_derivative,
    .corner = points_corner,
};
