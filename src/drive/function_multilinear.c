/* function_multilinear.c - straight lines between points.
 *
 *     f = y_i + s_i (x - x_i),   s_i = (y_i+1 - y_i)/(x_i+1 - x_i),   x_i <= x < x_i+1
 *
 * Outside the points the first and the last line are extended. With `do not extrapolate` f keeps the value of the end
 * point instead; with `bailout` the analysis fails. At a point the derivative is that of the line to its right. */
#include "drive/arguments.h"
#include "drive/diag_rows.h"
#include "drive/functions.h"

typedef struct {
    points p;
    outside out;
} multilinear;

static void function_multilinear_read(reader *r, scalar_function *f)
{
    multilinear *m = f->self;
    m->out = read_outside(r);
    points_list list = {0};
    while (read_more(r) && !read_keyword(r, "end"))
        points_add(r, &list);
    points_finish(r, &list, &m->p);
    if (read_ok(r) && m->p.n < 2)
        read_error_last(r, E_FEW_POINTS, "multilinear", 2, m->p.n);
}

static double function_multilinear_eval(const scalar_function *f, double x, int order, function_fault *bad)
{
    const multilinear *m = f->self;
    const points *p = &m->p;
    const bool below = x<p->x[0], above = x> p->x[p->n - 1];
    if (m->out != OUTSIDE_LINEAR && (below || above)) {
        if (m->out == OUTSIDE_FAULT)
            return function_fail(bad, f, x, below ? "below the first point" : "above the last point");
        return order == 0 ? p->y[below ? 0 : p->n - 1] : 0.0;
    }
    if (order == 2)
        return 0.0;
    const int i = points_segment(p, x);
    return order == 0 ? points_on_segment(p, i, x) : points_segment_slope(p, i);
}

const scalar_function_type scalar_function_multilinear_type = {
    .keyword = "multilinear",
    .grammar = "\"NAME\", multilinear, [do not extrapolate, [bailout,]] X1, Y1, X2, Y2, ... [, end]",
    .summary = "Straight lines between points.",
    .size = sizeof(multilinear),
    .read = function_multilinear_read,
    .eval = function_multilinear_eval,
};
