/* function_cubic_spline.c - the cubic spline through points, with the end conditions of Forsythe, Malcolm and Moler.
 *
 *     f = u y_i+1 + v y_i + h^2 ((u^3 - u) s_i+1 + (v^3 - v) s_i),     u = (x - x_i)/h,  v = 1 - u,  h = x_i+1 - x_i
 *     h_i-1 s_i-1 + 2 (h_i-1 + h_i) s_i + h_i s_i+1 = d_i - d_i-1,     d_i = (y_i+1 - y_i)/h_i       (s = f''/6)
 *     s_2 - s_1 = h_1 D,      s_n - s_n-1 = h_n-1 D'
 *
 * D and D' are the third divided differences of the four points at each end, so the end segments have the third
 * derivative of the cubic through them; with three points D and D' are zero and the spline is a parabola. Outside
 * the points the function is extended linearly. With `do not extrapolate` it has the value of the end point instead;
 * with `bailout` the analysis fails. */
#include "drive/arguments.h"
#include "drive/diag_rows.h"
#include "drive/functions.h"

typedef struct {
    points points;
    const double *s;
    outside out;
} spline;

/* Returns the third divided difference of the points i ... i + 3. */
static double third_difference(const points *points, int i)
{
    const double first =
        (points_segment_slope(points, i + 1) - points_segment_slope(points, i)) / (points->x[i + 2] - points->x[i]);
    const double second = (points_segment_slope(points, i + 2) - points_segment_slope(points, i + 1)) /
                          (points->x[i + 3] - points->x[i + 1]);
    return (second - first) / (points->x[i + 3] - points->x[i]);
}

/* Solves the tridiagonal system by forward elimination and back substitution; `diagonal` is a workspace. */
static void function_cubic_spline_solve(const points *points, double *diagonal, double *s)
{
    const int n = points->n;
    const double *x = points->x;
    const double h0 = x[1] - x[0], h1 = x[n - 1] - x[n - 2];
    diagonal[0] = -h0;
    s[0] = n > 3 ? h0 * h0 * third_difference(points, 0) : 0.0;
    for (int i = 1; i < n; i++) {
        const double h = x[i] - x[i - 1], factor = h / diagonal[i - 1];
        const bool last = i == n - 1;
        const double internal = last ? -h1 : 2.0 * (x[i + 1] - x[i - 1]);
        const double right = !last   ? points_segment_slope(points, i) - points_segment_slope(points, i - 1)
                             : n > 3 ? -h1 * h1 * third_difference(points, n - 4)
                                     : 0.0;
        diagonal[i] = internal - factor * h;
        s[i] = right - factor * s[i - 1];
    }
    s[n - 1] /= diagonal[n - 1];
    for (int i = n - 2; i >= 0; i--)
        s[i] = (s[i] - (x[i + 1] - x[i]) * s[i + 1]) / diagonal[i];
}

static void function_cubic_spline_read(reader *reader, scalar_function *function)
{
    spline *spline = function->self;
    spline->out = read_outside(reader);
    points_list list = {0};
    while (read_more(reader) && !read_keyword(reader, "end"))
        points_add(reader, &list);
    points_finish(reader, &list, &spline->points);
    if (read_ok(reader) && spline->points.n < 2)
        read_error_last(reader, E_FEW_POINTS, "cubic spline", 2, spline->points.n);
    if (!read_ok(reader))
        return;
    double *s = ARENA_ARRAY(reader_arena(reader), double, spline->points.n);
    if (spline->points.n > 2) {
        double *diagonal = heap_resize(NULL, (size_t)spline->points.n * sizeof *diagonal);
        function_cubic_spline_solve(&spline->points, diagonal, s);
        free(diagonal);
    }
    spline->s = s;
}

static double inside(const spline *spline, double x, int order)
{
    const points *points = &spline->points;
    const int i = points_segment(points, x);
    const double h = points->x[i + 1] - points->x[i], u = (x - points->x[i]) / h, v = 1.0 - u, a = spline->s[i + 1],
                 b = spline->s[i];
    if (order == 0)
        return u * points->y[i + 1] + v * points->y[i] + h * h * ((u * u * u - u) * a + (v * v * v - v) * b);
    if (order == 1)
        return points_segment_slope(points, i) + h * ((3.0 * u * u - 1.0) * a - (3.0 * v * v - 1.0) * b);
    return 6.0 * (u * a + v * b);
}

static double function_cubic_spline_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    const spline *spline = function->self;
    const points *points = &spline->points;
    const bool below = x<points->x[0], above = x> points->x[points->n - 1];
    if (!below && !above)
        return inside(spline, x, order);
    if (spline->out == OUTSIDE_ERROR)
        return function_fail(bad, function, x, below ? "below the first point" : "above the last point");
    const int end = below ? 0 : points->n - 1;
    const double derivative = spline->out == OUTSIDE_CONSTANT ? 0.0 : inside(spline, points->x[end], 1);
    return order == 0 ? points->y[end] + derivative * (x - points->x[end]) : order == 1 ? derivative : 0.0;
}

const scalar_function_type scalar_function_cubic_spline_type = {
    .keyword = "cubic spline",
    .grammar = "\"NAME\", cubic spline, [do not extrapolate, [bailout,]] X1, Y1, X2, Y2, ... [, end]",
    .summary = "A cubic spline through points.",
    .size = sizeof(spline),
    .read = function_cubic_spline_read,
    .eval = function_cubic_spline_eval,
};
