/* function_chebychev.c - a truncated series of Chebychev polynomials of the first kind.
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

static void function_chebychev_read(reader *r, scalar_function *f)
{
    chebychev *p = f->self;
    p->a = read_real(r, "lower bound");
    p->b = read_real(r, "upper bound");
    if (read_ok(r) && !(p->b > p->a))
        read_error_last(r, E_FUNCTION_BOUNDS, p->b, p->a);
    p->bailout = read_keyword(r, "do not extrapolate");
    ARRAY(double) c = {0};
    do
        array_push(&c, read_real(r, "coefficient"));
    while (read_more(r) && !read_keyword(r, "end"));
    p->n = c.n;
    p->c = arena_copy(reader_arena(r), c.items, (size_t)c.n * sizeof *c.items);
    array_free(&c);
}

static double series(const chebychev *p, double x, int order)
{
    const double scale = 2.0 / (p->b - p->a), z = scale * x - (p->b + p->a) / (p->b - p->a);
    expansion before = {1.0, 0.0, 0.0}, now = {z, 1.0, 0.0};
    double sum = p->c[0] * expansion_get(before, order);
    for (int k = 1; k < p->n; k++) {
        sum += p->c[k] * expansion_get(now, order);
        const expansion next = {2.0 * z * now.f - before.f, 2.0 * now.f + 2.0 * z * now.d - before.d,
                                4.0 * now.d + 2.0 * z * now.dd - before.dd};
        before = now;
        now = next;
    }
    return order == 0 ? sum : order == 1 ? scale * sum : scale * scale * sum;
}

static double function_chebychev_eval(const scalar_function *f, double x, int order, function_fault *bad)
{
    const chebychev *p = f->self;
    if (x >= p->a && x <= p->b)
        return series(p, x, order);
    if (p->bailout)
        return function_fail(bad, f, x, x < p->a ? "below the lower bound" : "above the upper bound");
    const double end = x < p->a ? p->a : p->b;
    if (order == 0)
        return series(p, end, 0) + series(p, end, 1) * (x - end);
    return order == 1 ? series(p, end, 1) : 0.0;
}

const scalar_function_type scalar_function_chebychev_type = {
    .keyword = "chebychev",
    .grammar = "\"NAME\", chebychev, LOWER BOUND, UPPER BOUND, [do not extrapolate,] C_0 [, C_1, ...] [, end]",
    .summary = "A truncated Chebychev series.",
    .size = sizeof(chebychev),
    .read = function_chebychev_read,
    .eval = function_chebychev_eval,
};
