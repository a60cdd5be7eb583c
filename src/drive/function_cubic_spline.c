/* function_cubic_spline.c - the cubic spline through points, with the end conditions of Forsythe, Malcolm and Moler.
 *
 *     f = u y_i+1 + v y_i + h^2 ((u^3 - u) s_i+1 + (v^3 - v) s_i),     u = (x - x_i)/h,  v = 1 - u,  h = x_i+1 - x_i
 *     h_i-1 s_i-1 + 2 (h_i-1 + h_i) s_i + h_i s_i+1 = d_i - d_i-1,     d_i = (y_i+1 - y_i)/h_i       (s = f''/6)
 *     s_2 - s_1 = h_1 D,      s_n - s_n-1 = h_n-1 D'
 *
 * D and D' are the third divided differences of the four points at each end, so the end pieces have the third
 * derivative of the cubic through them; with three points they are zero and the spline is a parabola. Outside the
 * points the function is extended linearly. With `do not extrapolate` it keeps the value of the end point instead; with
 * `bailout` the analysis fails. */
#include "drive/arguments.h"
#include "drive/diag_rows.h"
#include "drive/functions.h"

typedef struct {
    points p;
    const double *s;
    outside out;
} spline;

/* The third divided difference of points i ... i + 3. */
static double third_difference(const points *p, int i)
{
    const double first = (points_segment_slope(p, i + 1) - points_segment_slope(p, i)) / (p->x[i + 2] - p->x[i]);
    const double second =
        (points_segment_slope(p, i + 2) - points_segment_slope(p, i + 1)) / (p->x[i + 3] - p->x[i + 1]);
    return (second - first) / (p->x[i + 3] - p->x[i]);
}

/* Elimination from the first row to the last, then back; `diagonal` is work space. */
static void function_cubic_spline_solve(const points *p, double *diagonal, double *s)
{
    const int n = p->n;
    const double *x = p->x;
    const double h0 = x[1] - x[0], h1 = x[n - 1] - x[n - 2];
    diagonal[0] = -h0;
    s[0] = n > 3 ? h0 * h0 * third_difference(p, 0) : 0.0;
    for (int i = 1; i < n; i++) {
        const double h = x[i] - x[i - 1], factor = h / diagonal[i - 1];
        const bool last = i == n - 1;
        const double own = last ? -h1 : 2.0 * (x[i + 1] - x[i - 1]);
        const double right = !last   ? points_segment_slope(p, i) - points_segment_slope(p, i - 1)
                             : n > 3 ? -h1 * h1 * third_difference(p, n - 4)
                                     : 0.0;
        diagonal[i] = own - factor * h;
        s[i] = right - factor * s[i - 1];
    }
    s[n - 1] /= diagonal[n - 1];
    for (int i = n - 2; i >= 0; i--)
        s[i] = (s[i] - (x[i + 1] - x[i]) * s[i + 1]) / diagonal[i];
}

static void function_cubic_spline_read(reader *r, scalar_function *f)
{
    spline *m = f->self;
    m->out = read_outside(r);
    points_list list = {0};
    while (read_more(r) && !read_keyword(r, "end"))
        points_add(r, &list);
    points_finish(r, &list, &m->p);
    if (read_ok(r) && m->p.n < 2)
        read_error_last(r, E_FEW_POINTS, "cubic spline", 2, m->p.n);
    if (!read_ok(r))
        return;
    double *s = ARENA_ARRAY(reader_arena(r), double, m->p.n);
    if (m->p.n > 2) {
        double *diagonal = heap_resize(NULL, (size_t)m->p.n * sizeof *diagonal);
        function_cubic_spline_solve(&m->p, diagonal, s);
        free(diagonal);
    }
    m->s = s;
}

static double inside(const spline *m, double x, int order)
{
    const points *p = &m->p;
    const int i = points_segment(p, x);
    const double h = p->x[i + 1] - p->x[i], u = (x - p->x[i]) / h, v = 1.0 - u, a = m->s[i + 1], b = m->s[i];
    if (order == 0)
        return u * p->y[i + 1] + v * p->y[i] + h * h * ((u * u * u - u) * a + (v * v * v - v) * b);
    if (order == 1)
        return points_segment_slope(p, i) + h * ((3.0 * u * u - 1.0) * a - (3.0 * v * v - 1.0) * b);
    return 6.0 * (u * a + v * b);
}

static double function_cubic_spline_eval(const scalar_function *f, double x, int order, function_fault *bad)
{
    const spline *m = f->self;
    const points *p = &m->p;
    const bool below = x<p->x[0], above = x> p->x[p->n - 1];
    if (!below && !above)
        return inside(m, x, order);
    if (m->out == OUTSIDE_FAULT)
        return function_fail(bad, f, x, below ? "below the first point" : "above the last point");
    const int end = below ? 0 : p->n - 1;
    const double slope = m->out == OUTSIDE_HELD ? 0.0 : inside(m, p->x[end], 1);
    return order == 0 ? p->y[end] + slope * (x - p->x[end]) : order == 1 ? slope : 0.0;
}

const scalar_function_type scalar_function_cubic_spline_type = {
    .keyword = "cubic spline",
    .grammar = "\"NAME\", cubic spline, [do not extrapolate, [bailout,]] X1, Y1, X2, Y2, ... [, end]",
    .summary = "A cubic spline through points.",
    .size = sizeof(spline),
    .read = function_cubic_spline_read,
    .eval = function_cubic_spline_eval,
};
