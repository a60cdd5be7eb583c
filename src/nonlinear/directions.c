/* directions.c - steepest descent, nonlinear conjugate gradients, and the tensor step.
 *
 *     f = r.r / 2,   g = J' r
 *     steepest descent   d = -t g,           t = |g|^2 / |J g|^2          minimum of the linear model along g
 *     nonlinear cg       d = -g + beta d_0,  beta = max(0, g.(g - g_0) / |g_0|^2)     (Polak, Ribiere), then as long
 *                        as the linear model wants it: d *= -g.d / |J d|^2
 *     tensor             r(d) = r + J d + a (s.d)^2 / 2,   s = -d_0,  a = 2 (r_0 - r - J s) / |s|^4
 *                        with  d = d_1 + b^2/2 d_2,  J d_1 = -r,  J d_2 = -a:  b = s.d_1 + b^2/2 s.d_2,
 *                        the root nearest to zero; without a root the minimum, 1 / s.d_2   (Schnabel, Frank 1984) */
#include "nonlinear/directions.h"
#include "nonlinear/vectors.h"
#include <string.h>

void directions_prepare(direction_room *w, int n, arena *memory)
{
    *w = (direction_room){.n = n,
                          .g = ARENA_ARRAY(memory, double, n),
                          .g_last = ARENA_ARRAY(memory, double, n),
                          .last = ARENA_ARRAY(memory, double, n),
                          .r_last = ARENA_ARRAY(memory, double, n),
                          .product = ARENA_ARRAY(memory, double, n)};
}

void direction_keep(direction_room *w, const double *step, const double *r)
{
    memcpy(w->last, step, (size_t)w->n * sizeof *step);
    memcpy(w->r_last, r, (size_t)w->n * sizeof *r);
    w->has_last = true;
}

static void find_gradient(direction_room *w, const task *q)
{
    equations_jacobian(q->a, &q->u->s);
    q->report->jacobians++;
    csc_multiply_transposed(q->a->J, q->a->r, w->g);
}

/* d *= -g.d / |J d|^2; the slope g.d. */
static double directions_scale(direction_room *w, const task *q)
{
    double *d = q->a->d;
    csc_multiply(q->a->J, d, w->product);
    const double along = vector_dot(w->g, d, w->n), size = vector_dot(w->product, w->product, w->n),
                 by = size > 0 ? -along / size : 0;
    for (int i = 0; i < w->n; i++)
        d[i] *= by;
    return by * along;
}

double direction_steepest_descent(direction_room *w, const task *q)
{
    find_gradient(w, q);
    for (int i = 0; i < w->n; i++)
        q->a->d[i] = -w->g[i];
    return directions_scale(w, q);
}

double direction_nonlinear_cg(direction_room *w, const task *q)
{
    const size_t bytes = (size_t)w->n * sizeof(double);
    memcpy(w->g_last, w->g, bytes);
    find_gradient(w, q);
    const double before = w->has_last ? vector_dot(w->g_last, w->g_last, w->n) : 0;
    const double wanted = before > 0 ? (vector_dot(w->g, w->g, w->n) - vector_dot(w->g, w->g_last, w->n)) / before : 0;
    const double beta = fmax(0, wanted);
    for (int i = 0; i < w->n; i++)
        q->a->d[i] = -w->g[i] + (beta > 0 ? beta * w->last[i] : 0);
    if (!(vector_dot(w->g, q->a->d, w->n) < 0))
        for (int i = 0; i < w->n; i++)
            q->a->d[i] = -w->g[i];
    memcpy(w->last, q->a->d, bytes);
    w->has_last = true;
    return directions_scale(w, q);
}

/* b = p + q b^2 / 2 */
static double directions_root(double p, double q)
{
    const double d = 1 - 2 * p * q;
    return d < 0 ? 1 / q : 2 * p / (1 + sqrt(d));
}

void direction_tensor(direction_room *w, const task *q)
{
    const int n = w->n;
    double *d = q->a->d, *s = w->g, *second = w->g_last;
    const double size = w->has_last ? vector_dot(w->last, w->last, n) : 0;
    if (!(size > 0))
        return;
    for (int i = 0; i < n; i++)
        s[i] = -w->last[i];
    csc_multiply(q->a->J, s, w->product);
    for (int i = 0; i < n; i++)
        second[i] = -2 * (w->r_last[i] - q->a->r[i] - w->product[i]) / (size * size);
    equations_apply_inverse(q->a, second);
    const double b = directions_root(vector_dot(s, d, n), vector_dot(s, second, n));
    for (int i = 0; isfinite(b) && i < n; i++)
        d[i] += b * b / 2 * second[i];
}
