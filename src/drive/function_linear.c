/* function_linear.c - the straight line through two points, given in either order.
 *
 *     f = y_1 + (x - x_1) (y_2 - y_1)/(x_2 - x_1) */
#include "drive/arguments.h"
#include "drive/diag_rows.h"
#include "drive/functions.h"

static void function_linear_read(reader *reader, scalar_function *function)
{
    double x[2], y[2];
    for (int i = 0; i < 2; i++) {
        x[i] = read_real(reader, "abscissa");
        y[i] = read_real(reader, "ordinate");
    }
    if (read_ok(reader) && x[0] == x[1])
        read_error_last(reader, E_POINT_ORDER, x[1], x[0]);
    *(points *)function->self = (points){
        .n = 2, .x = arena_copy(reader_arena(reader), x, sizeof x), .y = arena_copy(reader_arena(reader), y, sizeof y)};
}

static double function_linear_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    (void)bad;
    const points *points = function->self;
    return order == 0 ? points_on_segment(points, 0, x) : order == 1 ? points_segment_slope(points, 0) : 0.0;
}

const scalar_function_type scalar_function_linear_type = {
    .keyword = "linear",
    .grammar = "\"NAME\", linear, X1, Y1, X2, Y2",
    .summary = "The straight line through two points.",
    .size = sizeof(points),
    .read = function_linear_read,
    .eval = function_linear_eval,
};
