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

static void find_descent(trust_room *w, const task *q)
{
    csc_multiply_transposed(q->a->J, w->r, w->descent);
    csc_multiply(q->a->J, w->descent, w->product);
    const double size = vector_dot(w->product, w->product, w->n);
    const double by = size > 0 ? -vector_dot(w->descent, w->descent, w->n) / size : 0;
    for (int i = 0; i < w->n; i++)
        w->descent[i] *= by;
}

/* The step of length at most D into d. */
static void dogleg(const trust_room *w, double *d)
{
    const int n = w->n;
    const double newton = vector_norm(w->newton, n), descent = vector_norm(w->descent, n);
    double a = 0, b = 1; /* d = a descent + b newton */
    if (newton > w->radius && descent >= w->radius) {
        a = w->radius / descent;
        b = 0;
    } else if (newton > w->radius) {
        const double along = vector_dot(w->descent, w->newton, n) - descent * descent;
        const double square = newton * newton - descent * descent - 2 * along;
        const double missing = w->radius * w->radius - descent * descent;
        b = missing / (along + sqrt(along * along + square * missing));
        a = 1 - b;
    }
    for (int i = 0; i < n; i++)
        d[i] = a * w->descent[i] + b * w->newton[i];
}

/* |r(d)|^2; infinite when it cannot be evaluated. */
static double trust_region_evaluate(trust_room *w, const task *q)
{
    const size_t bytes = (size_t)w->n * sizeof(double);
    memcpy(q->u->y, w->y, bytes);
    memcpy(q->u->yp, w->yp, bytes);
    solution_correct(q->u, q->a->d, q->u->s.dvalue);
    equations_residual(q->a, &q->u->s);
    const double f = vector_dot(q->a->r, q->a->r, w->n);
    if (!q->u->failed.is_set || q->u->failed.ends_cleanly)
        return isfinite(f) ? f : HUGE_VAL;
    q->u->failed.is_set = false;
    return HUGE_VAL;
}

/* |r + J d|^2, with the matrix of the beginning. */
static double linear_value(trust_room *w, const task *q)
{
    csc_multiply(q->a->J, q->a->d, w->product);
    for (int i = 0; i < w->n; i++)
        w->product[i] += w->r[i];
    return vector_dot(w->product, w->product, w->n);
}

static void trust_region_begin(trust_room *w, const task *q)
{
    const size_t bytes = (size_t)w->n * sizeof(double);
    memcpy(w->y, q->u->y, bytes);
    memcpy(w->yp, q->u->yp, bytes);
    memcpy(w->r, q->a->r, bytes);
    memcpy(w->newton, q->a->d, bytes);
    find_descent(w, q);
    if (w->radius == 0)
        w->radius = fmax(vector_norm(w->newton, w->n), 1);
}

outcome trust_step(trust_room *w, const task *q)
{
    trust_region_begin(w, q);
    const double f = vector_dot(w->r, w->r, w->n);
    if (q->u->s.now == PHASE_DERIVATIVES) {
        trust_region_evaluate(w, q); /* motions are held: the model says nothing about the step */
        return SOLVED;
    }
    while (w->radius > LEAST_RADIUS) {
        dogleg(w, q->a->d);
        const double length = vector_norm(q->a->d, w->n), predicted = linear_value(w, q);
        const double ratio = (f - trust_region_evaluate(w, q)) / (f - predicted);
        w->radius = ratio < POOR ? SHRINK * length : ratio > GOOD ? fmax(w->radius, GROW * length) : w->radius;
        q->report->is_partial = length < vector_norm(w->newton, w->n);
        if (ratio >= LEAST_RATIO || q->u->failed.is_set)
            return SOLVED;
        if (!isfinite(length) || length == 0)
            break;
    }
    w->radius = 0;
    q->report->reason = "no step within the trust region makes the residual smaller: try a shorter 'time step'";
    return NOT_CONVERGED;
}
