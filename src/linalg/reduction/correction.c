/* correction.c - solutions of a nearly symmetric system by factors of its symmetric part.
 *
 *     S A = H + N,   H = H',  N = -N' small,  S = diag(+-1)
 *     x <- x + H^-1 S (b - A x)               the error falls by |H^-1 N| each time
 *
 * Transposed, A' = (H - N) S, and x <- x + S H^-1 (b - A' x). Corrections end when the backward error
 * max_i |b - A x|_i / (|A| |x| + |b|)_i is small, or decreases no longer. */
#include "linalg/reduction/correction.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };
static const double SMALL = 1e-13, ENOUGH = 1e-10, SLOW = 0.5;

struct correction {
    double *x, *residual, *size, *given; /* n each */
};

correction *correction_create(int n)
{
    correction *correction = heap_resize(NULL, sizeof *correction);
    correction->x = heap_reals((size_t)n);
    correction->residual = heap_reals((size_t)n);
    correction->size = heap_reals((size_t)n);
    correction->given = heap_reals((size_t)n);
    return correction;
}

void correction_destroy(correction *correction)
{
    if (!correction)
        return;
    free(correction->x);
    free(correction->residual);
    free(correction->size);
    free(correction->given);
    free(correction);
}

static void change_signs(const half_matrix *h, double *b)
{
    for (int i = 0; i < h->n; i++)
        b[i] *= h->sign[i];
}

static void solve_symmetric(const nearly_symmetric *system, double *b)
{
    if (!system->is_transposed)
        change_signs(system->half, b);
    system->solve(system->solver, b);
    if (system->is_transposed)
        change_signs(system->half, b);
}

static void subtract_product(const csc *matrix, const double *x, double *residual, double *size)
{
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++) {
            const double term = matrix->value[e] * x[j];
            residual[matrix->row[e]] -= term;
            size[matrix->row[e]] += fabs(term);
        }
}

static void subtract_product_transposed(const csc *matrix, const double *x, double *residual, double *size)
{
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++) {
            const double term = matrix->value[e] * x[matrix->row[e]];
            residual[j] -= term;
            size[j] += fabs(term);
        }
}

/* Computes the residual of x. Returns its backward error. */
static double find_residual(correction *correction, const nearly_symmetric *system)
{
    const int n = system->matrix->n;
    double error = 0.0;
    for (int i = 0; i < n; i++) {
        correction->residual[i] = correction->given[i];
        correction->size[i] = fabs(correction->given[i]);
    }
    (system->is_transposed ? subtract_product_transposed : subtract_product)(system->matrix, correction->x,
                                                                             correction->residual, correction->size);
    for (int i = 0; i < n; i++) {
        const double size = fabs(correction->residual[i]);
        error = size <= error * correction->size[i] || size == 0.0 ? error : size / correction->size[i];
    }
    return error;
}

bool correction_solve(correction *correction, const nearly_symmetric *system, double *b)
{
    const int n = system->matrix->n;
    const size_t bytes = (size_t)n * sizeof *b;
    memcpy(correction->given, b, bytes);
    memcpy(correction->x, b, bytes);
    solve_symmetric(system, correction->x);
    double error = HUGE_VAL;
    for (int k = 0; k <= MOST; k++) {
        const double now = find_residual(correction, system);
        const bool is_better = now < error;
        if (is_better)
            memcpy(b, correction->x, bytes);
        const bool is_done = !(now <= SLOW * error) || now <= SMALL || k == MOST;
        error = is_better ? now : error;
        if (is_done)
            break;
        solve_symmetric(system, correction->residual);
        for (int i = 0; i < n; i++)
            correction->x[i] += correction->residual[i];
    }
    return error <= ENOUGH;
}
