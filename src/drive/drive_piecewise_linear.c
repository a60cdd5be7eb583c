/* drive_piecewise_linear.c - straight lines between points.
 *
 *     f = y_i + s_i (x - x_i),   s_i = (y_i+1 - y_i)/(x_i+1 - x_i),   x_i <= x < x_i+1
 *
 * Before the first point f has the value of the first point, after the last point that of the last. At a point the
 * derivative is the mean of those on both sides. */
#include "drive/arguments.h"

static void drive_piecewise_linear_read(reader *r, drive *d)
{
    const int n = read_integer_in(r, 2, INT_MAX, "number of points");
    points_list list = {0};
    for (int i = 0; read_ok(r) && i < n; i++)
        points_add(r, &list);
    points_finish(r, &list, d->self);
}

static double drive_piecewise_linear_at(const drive *d, const state *s, double x)
{
    (void)s;
    const points *p = d->self;
    if (x <= p->x[0])
        return p->y[0];
    if (x >= p->x[p->n - 1])
        return p->y[p->n - 1];
    return points_on_segment(p, points_segment(p, x), x);
}

static double drive_piecewise_linear_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const points *p = d->self;
    if (x < p->x[0] || x > p->x[p->n - 1])
        return 0.0;
    const int i = points_segment(p, x);
    const double here = points_segment_slope(p, i);
    if (x == p->x[i])
        return (here + (i > 0 ? points_segment_slope(p, i - 1) : 0.0)) / 2.0;
    return x == p->x[p->n - 1] ? here / 2.0 : here;
}

const drive_type drive_piecewise_linear_type = {
    .keyword = "piecewise linear",
    .grammar = "piecewise linear, N, POINT, VALUE, POINT, VALUE, ...",
    .summary = "Straight lines between points.",
    .size = sizeof(points),
    .read = drive_piecewise_linear_read,
    .value = drive_piecewise_linear_at,
    .slope = drive_piecewise_linear_slope,
};
