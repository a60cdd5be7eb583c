/* directions.c - steepest descent, nonlinear conjugate gradients, and the tensor step.
 *
 *     f = r.r / 2,   g = J' r
 *     steepest descent   d = -t g,           t = |g|^2 / |J g|^2          minimum of the linear model along g
 *     nonlinear cg       d = -g + beta d_0,  beta = max(0, g.(g - g_0) / |g_0|^2)     (Polak, Ribiere), then as long
 *                        as the linear model predicts: d *= -g.d / |J d|^2
 *     tensor             r(d) = r + J d + a (s.d)^2 / 2,   s = -d_0,  a = 2 (r_0 - r - J s) / |s|^4
 *                        with  d = d_1 + b^2/2 d_2,  J d_1 = -r,  J d_2 = -a:  b = s.d_1 + b^2/2 s.d_2,
 *                        the root nearest to zero; without a root the minimum, 1 / s.d_2   (Schnabel, Frank 1984) */
#include "nonlinear/directions.h"
#include "nonlinear/vectors.h"
#include <string.h>

void directions_prepare(direction_workspace *w, int n, arena *memory)
{
    *w = (direction_workspace){.n = n,
                               .g = ARENA_ARRAY(memory, double, n),
                               .g_last = ARENA_ARRAY(memory, double, n),
                               .last = ARENA_ARRAY(memory, double, n),
                               .r_last = ARENA_ARRAY(memory, double, n),
                               .product = ARENA_ARRAY(memory, double, n)};
}

void direction_store(direction_workspace *direction_workspace, const double *step, const double *r)
{
    memcpy(direction_workspace->last, step, (size_t)direction_workspace->n * sizeof *step);
    memcpy(direction_workspace->r_last, r, (size_t)direction_workspace->n * sizeof *r);
    direction_workspace->has_last = true;
}

static void find_gradient(direction_workspace *direction_workspace, const task *task)
{
    equations_jacobian(task->equations, &task->solution->state);
    task->report->jacobians++;
    csc_multiply_transposed(task->equations->matrix, task->equations->r, direction_workspace->g);
}

/* d *= -g.d / |J d|^2. Returns the derivative g.d. */
static double directions_scale(direction_workspace *direction_workspace, const task *task)
{
    double *d = task->equations->d;
    csc_multiply(task->equations->matrix, d, direction_workspace->product);
    const double along = vector_dot(direction_workspace->g, d, direction_workspace->n),
                 size = vector_dot(direction_workspace->product, direction_workspace->product, direction_workspace->n),
                 by = size > 0 ? -along / size : 0;
    for (int i = 0; i < direction_workspace->n; i++)
        d[i] *= by;
    return by * along;
}

double direction_steepest_descent(direction_workspace *direction_workspace, const task *task)
{
    find_gradient(direction_workspace, task);
    for (int i = 0; i < direction_workspace->n; i++)
        task->equations->d[i] = -direction_workspace->g[i];
    return directions_scale(direction_workspace, task);
}

double direction_nonlinear_cg(direction_workspace *direction_workspace, const task *task)
{
    const size_t bytes = (size_t)direction_workspace->n * sizeof(double);
    memcpy(direction_workspace->g_last, direction_workspace->g, bytes);
    find_gradient(direction_workspace, task);
    const double before =
        direction_workspace->has_last
            ? vector_dot(direction_workspace->g_last, direction_workspace->g_last, direction_workspace->n)
            : 0;
    const double wanted =
        before > 0 ? (vector_dot(direction_workspace->g, direction_workspace->g, direction_workspace->n) -
                      vector_dot(direction_workspace->g, direction_workspace->g_last, direction_workspace->n)) /
                         before
                   : 0;
    const double beta = fmax(0, wanted);
    for (int i = 0; i < direction_workspace->n; i++)
        task->equations->d[i] = -direction_workspace->g[i] + (beta > 0 ? beta * direction_workspace->last[i] : 0);
    if (!(vector_dot(direction_workspace->g, task->equations->d, direction_workspace->n) < 0))
        for (int i = 0; i < direction_workspace->n; i++)
            task->equations->d[i] = -direction_workspace->g[i];
    memcpy(direction_workspace->last, task->equations->d, bytes);
    direction_workspace->has_last = true;
    return directions_scale(direction_workspace, task);
}

/* b = p + q b^2 / 2 */
static double directions_root(double p, double q)
{
    const double d = 1 - 2 * p * q;
    return d < 0 ? 1 / q : 2 * p / (1 + sqrt(d));
}

void direction_tensor(direction_workspace *direction_workspace, const task *task)
{
    const int n = direction_workspace->n;
    double *d = task->equations->d, *s = direction_workspace->g, *second = direction_workspace->g_last;
    const double size =
        direction_workspace->has_last ? vector_dot(direction_workspace->last, direction_workspace->last, n) : 0;
    if (!(size > 0))
        return;
    for (int i = 0; i < n; i++)
        s[i] = -direction_workspace->last[i];
    csc_multiply(task->equations->matrix, s, direction_workspace->product);
    for (int i = 0; i < n; i++)
        second[i] = -2 * (direction_workspace->r_last[i] - task->equations->r[i] - direction_workspace->product[i]) /
                    (size * size);
    equations_apply_inverse(task->equations, second);
    const double b = directions_root(vector_dot(s, d, n), vector_dot(s, second, n));
    for (int i = 0; isfinite(b) && i < n; i++)
        d[i] += b * b / 2 * second[i];
}
