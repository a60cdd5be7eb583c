/* linear_refinement.c - backward errors, and refinement of solutions.
 *
 *     w = max_i |b - A x|_i / (|A| |x| + |b|)_i
 *     r = b - A x,  A d = r,  x += d      while w is above the tolerance and falls to less than half in each round */
#include "linalg/linear_state.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* The largest quotient; not a number when one is not. */
static double largest_quotient(int n, const double *residual, const double *size)
{
    double error = 0.0;
    for (int i = 0; i < n && !isnan(error); i++)
        if (!(fabs(residual[i]) <= error * size[i]))
            error = fabs(residual[i]) / size[i];
    return error;
}

double backward_error(const csc *a, const double *b, const double *x, double *residual, double *size)
{
    for (int i = 0; i < a->n; i++) {
        residual[i] = b[i];
        size[i] = fabs(b[i]);
    }
    for (int j = 0; j < a->n; j++)
        for (int k = a->start[j]; k < a->start[j + 1]; k++) {
            const double term = a->value[k] * x[j];
            residual[a->row[k]] -= term;
            size[a->row[k]] += fabs(term);
        }
    return largest_quotient(a->n, residual, size);
}

double linear_trial_error(linear *l, const csc *a)
{
    const int n = a->n;
    l->trial = heap_resize(l->trial, 3 * ((size_t)n + 1) * sizeof *l->trial);
    double *x = l->trial, *b = x + n, *size = b + n;
    memset(size, 0, (size_t)n * sizeof *size);
    for (int e = 0; e < csc_entries(a); e++)
        if (fabs(a->value[e]) > size[a->row[e]])
            size[a->row[e]] = fabs(a->value[e]);
    for (int i = 0; i < n; i++)
        x[i] = b[i] = (i % 3 - 1.25) * size[i];
    linear_solve_plainly(l, x);
    return backward_error(a, b, x, b, size);
}

void linear_refine(linear *l, const double *b, double *x)
{
    const int n = l->pattern.n;
    double *residual = l->work + n, *size = residual + n, *best = size + n;
    const double tolerance = fmax(l->options.refine_tolerance, DBL_EPSILON);
    double before = HUGE_VAL;
    for (int i = 0; i < l->options.refine_iterations; i++) {
        const double error = backward_error(&l->exact, b, x, residual, size);
        if (i > 0 && !(error < before)) {
            memcpy(x, best, (size_t)n * sizeof *x);
            return;
        }
        if (!(error > tolerance) || error > 0.5 * before)
            return;
        before = error;
        memcpy(best, x, (size_t)n * sizeof *x);
        linear_solve_scaled(l, residual);
        for (int k = 0; k < n; k++)
            x[k] += residual[k];
    }
}
