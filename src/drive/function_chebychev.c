/* function_chebychev.c - a truncated series of Chebyshev polynomials of the first kind.
 *
 *     f = sum_k c_k T_k(z),     z = (2 x - b - a)/(b - a)
 *     T_0 = 1,  T_1 = z,  T_n = 2 z T_n-1 - T_n-2
 *     T_n'  = 2 T_n-1 + 2 z T_n-1' - T_n-2',     T_n'' = 4 T_n-1' + 2 z T_n-1'' - T_n-2''
 *
 * Outside [a, b] the function is extended linearly; with `do not extrapolate` the analysis fails there. */
#include "base/array.h"
#include "drive/diag_rows.h"
#include "drive/functions.h"

typedef struct {
    double a, b;
    bool bailout;
    int n;
    const double *c;
} chebychev;

static void function_chebychev_read(reader *reader, scalar_function *function)
{
    chebychev *chebychev = function->self;
    chebychev->a = read_real(reader, "lower bound");
    chebychev->b = read_real(reader, "upper bound");
    if (read_ok(reader) && !(chebychev->b > chebychev->a))
        read_error_last(reader, E_FUNCTION_BOUNDS, chebychev->b, chebychev->a);
    chebychev->bailout = read_keyword(reader, "do not extrapolate");
    ARRAY(double) c = {0};
    do
        array_push(&c, read_real(reader, "coefficient"));
    while (read_more(reader) && !read_keyword(reader, "end"));
    chebychev->n = c.n;
    chebychev->c = arena_copy(reader_arena(reader), c.items, (size_t)c.n * sizeof *c.items);
    array_free(&c);
}

static double series(const chebychev *chebychev, double x, int order)
{
    const double scale = 2.0 / (chebychev->b - chebychev->a),
                 z = scale * x - (chebychev->b + chebychev->a) / (chebychev->b - chebychev->a);
    expansion before = {1.0, 0.0, 0.0}, now = {z, 1.0, 0.0};
    double sum = chebychev->c[0] * expansion_get(before, order);
    for (int k = 1; k < chebychev->n; k++) {
        sum += chebychev->c[k] * expansion_get(now, order);
        const expansion next = {2.0 * z * now.f - before.f, 2.0 * now.f + 2.0 * z * now.d - before.d,
                                4.0 * now.d + 2.0 * z * now.dd - before.dd};
        before = now;
        now = next;
    }
    return order == 0 ? sum : order == 1 ? scale * sum : scale * scale * sum;
}

static double function_chebychev_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    const chebychev *chebychev = function->self;
    if (x >= chebychev->a && x <= chebychev->b)
        return series(chebychev, x, order);
    if (chebychev->bailout)
        return function_fail(bad, function, x, x < chebychev->a ? "below the lower bound" : "above the upper bound");
    const double end = x < chebychev->a ? chebychev->a : chebychev->b;
    if (order == 0)
        return series(chebychev, end, 0) + series(chebychev, end, 1) * (x - end);
    return order == 1 ? series(chebychev, end, 1) : 0.0;
}

const scalar_function_type scalar_function_chebychev_type = {
    .keyword = "chebychev",
    .grammar = "\"NAME\", chebychev, LOWER BOUND, UPPER BOUND, [do not extrapolate,] C_0 [, C_1, ...] [, end]",
    .summary = "A truncated Chebychev series.",
    .size = sizeof(chebychev),
    .read = function_chebychev_read,
    .eval = function_chebychev_eval,
};
