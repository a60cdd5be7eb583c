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

void direction_serialize(direction_room *direction_room, const double *step, const double *r)
{
    memcpy(direction_room->last, step, (size_t)direction_room->n * sizeof *step);
    memcpy(direction_room->r_last, r, (size_t)direction_room->n * sizeof *r);
    direction_room->has_last = true;
}

static void find_gradient(direction_room *direction_room, const task *task)
{
    equations_jacobian(task->equations, &task->solution->state);
    task->report->jacobians++;
    csc_multiply_transposed(task->equations->matrix, task->equations->r, direction_room->g);
}

/* d *= -g.d / |J d|^2; the derivative g.d. */
static double directions_scale(direction_room *direction_room, const task *task)
{
    double *d = task->equations->d;
    csc_multiply(task->equations->matrix, d, direction_room->product);
    const double along = vector_dot(direction_room->g, d, direction_room->n),
                 size = vector_dot(direction_room->product, direction_room->product, direction_room->n),
                 by = size > 0 ? -along / size : 0;
    for (int i = 0; i < direction_room->n; i++)
        d[i] *= by;
    return by * along;
}

double direction_steepest_descent(direction_room *direction_room, const task *task)
{
    find_gradient(direction_room, task);
    for (int i = 0; i < direction_room->n; i++)
        task->equations->d[i] = -direction_room->g[i];
    return directions_scale(direction_room, task);
}

double direction_nonlinear_cg(direction_room *direction_room, const task *task)
{
    const size_t bytes = (size_t)direction_room->n * sizeof(double);
    memcpy(direction_room->g_last, direction_room->g, bytes);
    find_gradient(direction_room, task);
    const double before =
        direction_room->has_last ? vector_dot(direction_room->g_last, direction_room->g_last, direction_room->n) : 0;
    const double wanted = before > 0 ? (vector_dot(direction_room->g, direction_room->g, direction_room->n) -
                                        vector_dot(direction_room->g, direction_room->g_last, direction_room->n)) /
                                           before
                                     : 0;
    const double beta = fmax(0, wanted);
    for (int i = 0; i < direction_room->n; i++)
        task->equations->d[i] = -direction_room->g[i] + (beta > 0 ? beta * direction_room->last[i] : 0);
    if (!(vector_dot(direction_room->g, task->equations->d, direction_room->n) < 0))
        for (int i = 0; i < direction_room->n; i++)
            task->equations->d[i] = -direction_room->g[i];
    memcpy(direction_room->last, task->equations->d, bytes);
    direction_room->has_last = true;
    return directions_scale(direction_room, task);
}

/* b = p + q b^2 / 2 */
static double directions_root(double p, double q)
{
    const double d = 1 - 2 * p * q;
    return d < 0 ? 1 / q : 2 * p / (1 + sqrt(d));
}

void direction_tensor(direction_room *direction_room, const task *task)
{
    const int n = direction_room->n;
    double *d = task->equations->d, *s = direction_room->g, *second = direction_room->g_last;
    const double size = direction_room->has_last ? vector_dot(direction_room->last, direction_room->last, n) : 0;
    if (!(size > 0))
        return;
    for (int i = 0; i < n; i++)
        s[i] = -direction_room->last[i];
    csc_multiply(task->equations->matrix, s, direction_room->product);
    for (int i = 0; i < n; i++)
        second[i] =
            -2 * (direction_room->r_last[i] - task->equations->r[i] - direction_room->product[i]) / (size * size);
    equations_apply_inverse(task->equations, second);
    const double b = directions_root(vector_dot(s, d, n), vector_dot(s, second, n));
    for (int i = 0; isfinite(b) && i < n; i++)
        d[i] += b * b / 2 * second[i];
}
