/* function_linear.c - the straight line through two points. */
#include "drive/arguments.h"
#include "drive/functions.h"

static void read(reader *r, scalar_function *f)
{
    points_list list = {0};
    points_add(r, &list);
    points_add(r, &list);
    points_finish(r, &list, f->self);
}

static double eval(const scalar_function *f, double x, int order, function_fault *bad)
{
    (void)bad;
    const points *p = f->self;
    return order == 0 ? points_on_segment(p, 0, x) : order == 1 ? points_segment_slope(p, 0) : 0.0;
}

const scalar_function_type scalar_function_linear_type = {
    .keyword = "linear",
    .grammar = "\"NAME\", linear, X1, Y1, X2, Y2",
    .summary = "The straight line through two points.",
    .size = sizeof(points),
    .read = read,
    .eval = eval,
};
