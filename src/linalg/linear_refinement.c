/* linear_refinement.c - backward errors, and refinement of solutions.
 *
 *     w = max_i |b - A x|_i / (|A| |x| + |b|)_i
 *     r = b - A x,  A d = r,  x += d      while w is above the tolerance and decreases to less than half each time */
#include "linalg/linear_state.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Returns the largest quotient; NaN if one of them is. */
static double largest_quotient(int n, const double *residual, const double *size)
{
    double error = 0.0;
    for (int i = 0; i < n && !isnan(error); i++)
        if (!(fabs(residual[i]) <= error * size[i]))
            error = fabs(residual[i]) / size[i];
    return error;
}

double backward_error(const csc *matrix, const double *b, const double *x, double *residual, double *size)
{
    for (int i = 0; i < matrix->n; i++) {
        residual[i] = b[i];
        size[i] = fabs(b[i]);
    }
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
            const double term = matrix->value[k] * x[j];
            residual[matrix->row[k]] -= term;
            size[matrix->row[k]] += fabs(term);
        }
    return largest_quotient(matrix->n, residual, size);
}

double linear_trial_error(linear *solver, const csc *matrix)
{
    const int n = matrix->n;
    solver->trial = heap_resize(solver->trial, 3 * ((size_t)n + 1) * sizeof *solver->trial);
    double *x = solver->trial, *b = x + n, *size = b + n;
    memset(size, 0, (size_t)n * sizeof *size);
    for (int e = 0; e < csc_entries(matrix); e++)
        if (fabs(matrix->value[e]) > size[matrix->row[e]])
            size[matrix->row[e]] = fabs(matrix->value[e]);
    for (int i = 0; i < n; i++)
        x[i] = b[i] = (i % 3 - 1.25) * size[i];
    linear_solve_plainly(solver, x);
    return backward_error(matrix, b, x, b, size);
}

void linear_refine(linear *solver, const double *b, double *x)
{
    const int n = solver->pattern.n;
    double *residual = solver->work + n, *size = residual + n, *best = size + n;
    const double tolerance = fmax(solver->options.refine_tolerance, DBL_EPSILON);
    double before = HUGE_VAL;
    for (int i = 0; i < solver->options.refine_iterations; i++) {
        const double error = backward_error(&solver->exact, b, x, residual, size);
        if (i > 0 && !(error < before)) {
            memcpy(x, best, (size_t)n * sizeof *x);
            return;
        }
        if (!(error > tolerance) || error > 0.5 * before)
            return;
        before = error;
        memcpy(best, x, (size_t)n * sizeof *x);
        linear_solve_scaled(solver, residual);
        for (int k = 0; k < n; k++)
            x[k] += residual[k];
    }
}
