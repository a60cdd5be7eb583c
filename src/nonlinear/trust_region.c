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

void trust_prepare(trust_room *w, int n, arena *memory)
{
    *w = (trust_room){.n = n,
                      .y = ARENA_ARRAY(memory, double, n),
                      .yp = ARENA_ARRAY(memory, double, n),
                      .r = ARENA_ARRAY(memory, double, n),
                      .newton = ARENA_ARRAY(memory, double, n),
                      .descent = ARENA_ARRAY(memory, double, n),
                      .product = ARENA_ARRAY(memory, double, n)};
}

static void find_descent(trust_room *trust_room, const task *task)
{
    csc_multiply_transposed(task->equations->matrix, trust_room->r, trust_room->descent);
    csc_multiply(task->equations->matrix, trust_room->descent, trust_room->product);
    const double size = vector_dot(trust_room->product, trust_room->product, trust_room->n);
    const double by = size > 0 ? -vector_dot(trust_room->descent, trust_room->descent, trust_room->n) / size : 0;
    for (int i = 0; i < trust_room->n; i++)
        trust_room->descent[i] *= by;
}

/* The step of length at most D into d. */
static void dogleg(const trust_room *trust_room, double *d)
{
    const int n = trust_room->n;
    const double newton = vector_norm(trust_room->newton, n), descent = vector_norm(trust_room->descent, n);
    double a = 0, b = 1; /* d = a descent + b newton */
    if (newton > trust_room->radius && descent >= trust_room->radius) {
        a = trust_room->radius / descent;
        b = 0;
    } else if (newton > trust_room->radius) {
        const double along = vector_dot(trust_room->descent, trust_room->newton, n) - descent * descent;
        const double square = newton * newton - descent * descent - 2 * along;
        const double missing = trust_room->radius * trust_room->radius - descent * descent;
        b = missing / (along + sqrt(along * along + square * missing));
        a = 1 - b;
    }
    for (int i = 0; i < n; i++)
        d[i] = a * trust_room->descent[i] + b * trust_room->newton[i];
}

/* |r(d)|^2; infinite when it cannot be evaluated. */
static double trust_region_evaluate(trust_room *trust_room, const task *task)
{
    const size_t bytes = (size_t)trust_room->n * sizeof(double);
    memcpy(task->solution->y, trust_room->y, bytes);
    memcpy(task->solution->yp, trust_room->yp, bytes);
    solution_correct(task->solution, task->equations->d, task->solution->state.dvalue);
    equations_residual(task->equations, &task->solution->state);
    const double f = vector_dot(task->equations->r, task->equations->r, trust_room->n);
    if (!task->solution->failed.is_set || task->solution->failed.ends_cleanly)
        return isfinite(f) ? f : HUGE_VAL;
    task->solution->failed.is_set = false;
    return HUGE_VAL;
}

/* |r + J d|^2, with the matrix of the beginning. */
static double linear_value(trust_room *trust_room, const task *task)
{
    csc_multiply(task->equations->matrix, task->equations->d, trust_room->product);
    for (int i = 0; i < trust_room->n; i++)
        trust_room->product[i] += trust_room->r[i];
    return vector_dot(trust_room->product, trust_room->product, trust_room->n);
}

static void trust_region_begin(trust_room *trust_room, const task *task)
{
    const size_t bytes = (size_t)trust_room->n * sizeof(double);
    memcpy(trust_room->y, task->solution->y, bytes);
    memcpy(trust_room->yp, task->solution->yp, bytes);
    memcpy(trust_room->r, task->equations->r, bytes);
    memcpy(trust_room->newton, task->equations->d, bytes);
    find_descent(trust_room, task);
    if (trust_room->radius == 0)
        trust_room->radius = fmax(vector_norm(trust_room->newton, trust_room->n), 1);
}

outcome trust_step(trust_room *trust_room, const task *task)
{
    trust_region_begin(trust_room, task);
    const double f = vector_dot(trust_room->r, trust_room->r, trust_room->n);
    if (task->solution->state.now == PHASE_DERIVATIVES) {
        trust_region_evaluate(trust_room, task); /* motions are held: the model says nothing about the step */
        return SOLVED;
    }
    while (trust_room->radius > LEAST_RADIUS) {
        dogleg(trust_room, task->equations->d);
        const double length = vector_norm(task->equations->d, trust_room->n),
                     predicted = linear_value(trust_room, task);
        const double ratio = (f - trust_region_evaluate(trust_room, task)) / (f - predicted);
        trust_room->radius = ratio < POOR   ? SHRINK * length
                             : ratio > GOOD ? fmax(trust_room->radius, GROW * length)
                                            : trust_room->radius;
        task->report->is_partial = length < vector_norm(trust_room->newton, trust_room->n);
        if (ratio >= LEAST_RATIO || task->solution->failed.is_set)
            return SOLVED;
        if (!isfinite(length) || length == 0)
            break;
    }
    trust_room->radius = 0;
    task->report->reason = "no step within the trust region makes the residual smaller: try a shorter 'time step'";
    return NOT_CONVERGED;
}
