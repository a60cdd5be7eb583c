/* function_multilinear.c - linear interpolation between points.
 *
 *     f = y_i + s_i (x - x_i),   s_i = (y_i+1 - y_i)/(x_i+1 - x_i),   x_i <= x < x_i+1
 *
 * Outside the points the first and the last segment are extended. With `do not extrapolate` f has the value of the
 * end point instead; with `bailout` the analysis fails. At a point the derivative is that of the segment to its
 * right. */
#include "drive/arguments.h"
#include "drive/diag_rows.h"
#include "drive/functions.h"

typedef struct {
    points points;
    outside out;
} multilinear;

static void function_multilinear_read(reader *reader, scalar_function *function)
{
    multilinear *multilinear = function->self;
    multilinear->out = read_outside(reader);
    points_list list = {0};
    while (read_more(reader) && !read_keyword(reader, "end"))
        points_add(reader, &list);
    points_finish(reader, &list, &multilinear->points);
    if (read_ok(reader) && multilinear->points.n < 2)
        read_error_last(reader, E_FEW_POINTS, "multilinear", 2, multilinear->points.n);
}

static double function_multilinear_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    const multilinear *multilinear = function->self;
    const points *points = &multilinear->points;
    const bool below = x<points->x[0], above = x> points->x[points->n - 1];
    if (multilinear->out != OUTSIDE_LINEAR && (below || above)) {
        if (multilinear->out == OUTSIDE_ERROR)
            return function_fail(bad, function, x, below ? "below the first point" : "above the last point");
        return order == 0 ? points->y[below ? 0 : points->n - 1] : 0.0;
    }
    if (order == 2)
        return 0.0;
    const int i = points_segment(points, x);
    return order == 0 ? points_on_segment(points, i, x) : points_segment_slope(points, i);
}

const scalar_function_type scalar_function_multilinear_type = {
    .keyword = "multilinear",
    .grammar = "\"NAME\", multilinear, [do not extrapolate, [bailout,]] X1, Y1, X2, Y2, ... [, end]",
    .summary = "Straight lines between points.",
    .size = sizeof(multilinear),
    .read = function_multilinear_read,
    .eval = function_multilinear_eval,
};
