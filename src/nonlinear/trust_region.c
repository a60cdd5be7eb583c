/* trust_region.c - Powell's dogleg.
 *
 *     d_N = -J^-1 r,    d_C = -g |g|^2 / |J g|^2,   g = J' r
 *     |d_N| <= D: d_N;     |d_C| >= D: D d_C / |d_C|;     else d_C + t (d_N - d_C) of length D
 *     ratio = (|r|^2 - |r(d)|^2) / (|r|^2 - |r + J d|^2)
 *         below 1e-4 the step is not made; below 0.1: D = |d| / 4; above 0.75: D = max(D, 4 |d|) */
#include "nonlinear/trust_region.h"
#include "nonlinear/vectors.h"
#include <string.h>

static const double LEAST_RATIO = 1e-4, POOR = 0.1, GOOD = 0.75, SHRINK = 0.25, GROW = 4, LEAST_RADIUS = 1e-12;

void trust_prepare(trust_workspace *w, int n, arena *memory)
{
    *w = (trust_workspace){.n = n,
                           .y = ARENA_ARRAY(memory, double, n),
                           .yp = ARENA_ARRAY(memory, double, n),
                           .r = ARENA_ARRAY(memory, double, n),
                           .newton = ARENA_ARRAY(memory, double, n),
                           .descent = ARENA_ARRAY(memory, double, n),
                           .product = ARENA_ARRAY(memory, double, n)};
}

static void find_descent(trust_workspace *trust_workspace, const task *task)
{
    csc_multiply_transposed(task->equations->matrix, trust_workspace->r, trust_workspace->descent);
    csc_multiply(task->equations->matrix, trust_workspace->descent, trust_workspace->product);
    const double size = vector_dot(trust_workspace->product, trust_workspace->product, trust_workspace->n);
    const double by =
        size > 0 ? -vector_dot(trust_workspace->descent, trust_workspace->descent, trust_workspace->n) / size : 0;
    for (int i = 0; i < trust_workspace->n; i++)
        trust_workspace->descent[i] *= by;
}

/* Sets d to the step of length at most D. */
static void dogleg(const trust_workspace *trust_workspace, double *d)
{
    const int n = trust_workspace->n;
    const double newton = vector_norm(trust_workspace->newton, n), descent = vector_norm(trust_workspace->descent, n);
    double a = 0, b = 1; /* d = a descent + b newton */
    if (newton > trust_workspace->radius && descent >= trust_workspace->radius) {
        a = trust_workspace->radius / descent;
        b = 0;
    } else if (newton > trust_workspace->radius) {
        const double along = vector_dot(trust_workspace->descent, trust_workspace->newton, n) - descent * descent;
        const double square = newton * newton - descent * descent - 2 * along;
        const double missing = trust_workspace->radius * trust_workspace->radius - descent * descent;
        b = missing / (along + sqrt(along * along + square * missing));
        a = 1 - b;
    }
    for (int i = 0; i < n; i++)
        d[i] = a * trust_workspace->descent[i] + b * trust_workspace->newton[i];
}

/* Returns |r(d)|^2; infinite if it cannot be evaluated. */
static double trust_region_evaluate(trust_workspace *trust_workspace, const task *task)
{
    const size_t bytes = (size_t)trust_workspace->n * sizeof(double);
    memcpy(task->solution->y, trust_workspace->y, bytes);
    memcpy(task->solution->yp, trust_workspace->yp, bytes);
    solution_correct(task->solution, task->equations->d, task->solution->state.dvalue);
    equations_residual(task->equations, &task->solution->state);
    const double f = vector_dot(task->equations->r, task->equations->r, trust_workspace->n);
    if (!task->solution->failed.is_set || task->solution->failed.ends_cleanly)
        return isfinite(f) ? f : HUGE_VAL;
    task->solution->failed.is_set = false;
    return HUGE_VAL;
}

/* Returns |r + J d|^2, with the matrix of the starting point. */
static double linear_value(trust_workspace *trust_workspace, const task *task)
{
    csc_multiply(task->equations->matrix, task->equations->d, trust_workspace->product);
    for (int i = 0; i < trust_workspace->n; i++)
        trust_workspace->product[i] += trust_workspace->r[i];
    return vector_dot(trust_workspace->product, trust_workspace->product, trust_workspace->n);
}

static void trust_region_begin(trust_workspace *trust_workspace, const task *task)
{
    const size_t bytes = (size_t)trust_workspace->n * sizeof(double);
    memcpy(trust_workspace->y, task->solution->y, bytes);
    memcpy(trust_workspace->yp, task->solution->yp, bytes);
    memcpy(trust_workspace->r, task->equations->r, bytes);
    memcpy(trust_workspace->newton, task->equations->d, bytes);
    find_descent(trust_workspace, task);
    if (trust_workspace->radius == 0)
        trust_workspace->radius = fmax(vector_norm(trust_workspace->newton, trust_workspace->n), 1);
}

outcome trust_step(trust_workspace *trust_workspace, const task *task)
{
    trust_region_begin(trust_workspace, task);
    const double f = vector_dot(trust_workspace->r, trust_workspace->r, trust_workspace->n);
    if (task->solution->state.now == PHASE_DERIVATIVES) {
        trust_region_evaluate(trust_workspace, task); /* motions are held: the model does not predict the step */
        return SOLVED;
    }
    while (trust_workspace->radius > LEAST_RADIUS) {
        dogleg(trust_workspace, task->equations->d);
        const double length = vector_norm(task->equations->d, trust_workspace->n),
                     predicted = linear_value(trust_workspace, task);
        const double ratio = (f - trust_region_evaluate(trust_workspace, task)) / (f - predicted);
        trust_workspace->radius = ratio < POOR   ? SHRINK * length
                                  : ratio > GOOD ? fmax(trust_workspace->radius, GROW * length)
                                                 : trust_workspace->radius;
        task->report->is_partial = length < vector_norm(trust_workspace->newton, trust_workspace->n);
        if (ratio >= LEAST_RATIO || task->solution->failed.is_set)
            return SOLVED;
        if (!isfinite(length) || length == 0)
            break;
    }
    trust_workspace->radius = 0;
    task->report->reason = "no step within the trust region reduces the residual: try a shorter 'time step'";
    return NOT_CONVERGED;
}
