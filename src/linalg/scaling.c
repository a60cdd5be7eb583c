/* scaling.c - diagonal scaling of a sparse matrix, B = R A C.
 *
 *     row max, row sum      r_i = 1 / max_j |a_ij|,  1 / sum_j |a_ij|;  columns in the same way
 *     lapack                r_i = 1 / max_j |a_ij|,  then c_j = 1 / max_i r_i |a_ij|  (dgeequ)
 *     row max column max    rows and columns in turn until no maximum differs from 1 by more than the tolerance
 *     iterative             both at once by square roots, r_i /= sqrt(max_j |b_ij|), c_j /= sqrt(max_i |b_ij|)
 *
 * The factors are rounded to powers of two, so that scaling itself causes no error. The factor of a zero row or column
 * is 1. */
#include "linalg/scaling.h"
#include <float.h>
#include <math.h>
#include <stddef.h>

typedef enum { MAX, SUM } norm;

/* Divides each factor by (the square root of) the norm of its row or column. Returns the largest |norm - 1| before. */
static double divide(int n, const double *norms, bool root, double *factor)
{
    double off = 0.0;
    for (int i = 0; i < n; i++) {
        if (!(norms[i] > 0.0) || !isfinite(norms[i]))
            continue;
        off = fmax(off, fabs(norms[i] - 1.0));
        factor[i] /= root ? sqrt(norms[i]) : norms[i];
    }
    return off;
}

/* Computes norms of the rows and columns of R A C; either may be NULL. */
static void measure(const csc *matrix, const double *r, const double *c, norm by, double *rows, double *columns)
{
    for (int i = 0; i < matrix->n; i++) {
        if (rows)
            rows[i] = 0.0;
        if (columns)
            columns[i] = 0.0;
    }
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
            const int i = matrix->row[k];
            const double b = r[i] * fabs(matrix->value[k]) * c[j];
            if (rows)
                rows[i] = by == MAX ? fmax(rows[i], b) : rows[i] + b;
            if (columns)
                columns[j] = by == MAX ? fmax(columns[j], b) : columns[j] + b;
        }
}

static void scale_rows(const csc *matrix, norm by, double *r, const double *c, double *work)
{
    measure(matrix, r, c, by, work, NULL);
    divide(matrix->n, work, false, r);
}

static void scale_columns(const csc *matrix, norm by, const double *r, double *c, double *work)
{
    measure(matrix, r, c, by, NULL, work);
    divide(matrix->n, work, false, c);
}

static void scale_in_turn(const csc *matrix, double tolerance, int iterations, double *r, double *c, double *work)
{
    for (int i = 0; i < iterations; i++) {
        measure(matrix, r, c, MAX, work, NULL);
        const double rows_off = divide(matrix->n, work, false, r);
        measure(matrix, r, c, MAX, NULL, work);
        if (fmax(rows_off, divide(matrix->n, work, false, c)) <= tolerance)
            return;
    }
}

static void scale_at_once(const csc *matrix, double tolerance, int iterations, double *r, double *c, double *work)
{
    for (int i = 0; i < iterations; i++) {
        measure(matrix, r, c, MAX, work, work + matrix->n);
        const double rows_off = divide(matrix->n, work, true, r),
                     columns_off = divide(matrix->n, work + matrix->n, true, c);
        if (fmax(rows_off, columns_off) <= tolerance)
            return;
    }
}

static void round_to_power_of_two(int n, double *factor)
{
    for (int i = 0; i < n; i++) {
        int exponent;
        const double mantissa = frexp(factor[i], &exponent);
        factor[i] = ldexp(1.0, mantissa < M_SQRT1_2 ? exponent - 1 : exponent);
    }
}

void scaling_find(const csc *matrix, const linear_options *options, double *r, double *c, double *work)
{
    const double tolerance = options->scale_tolerance > 0.0 ? options->scale_tolerance : sqrt(DBL_EPSILON);
    const int iterations = options->scale_iterations > 0 ? options->scale_iterations : 100;
    for (int i = 0; i < matrix->n; i++)
        r[i] = c[i] = 1.0;
    switch (options->scale) {
    case SCALE_NONE:
        break;
    case SCALE_ROW_MAX:
    case SCALE_ROW_SUM:
        scale_rows(matrix, options->scale == SCALE_ROW_MAX ? MAX : SUM, r, c, work);
        break;
    case SCALE_COLUMN_MAX:
    case SCALE_COLUMN_SUM:
        scale_columns(matrix, options->scale == SCALE_COLUMN_MAX ? MAX : SUM, r, c, work);
        break;
    case SCALE_LAPACK:
        scale_rows(matrix, MAX, r, c, work);
        scale_columns(matrix, MAX, r, c, work);
        break;
    case SCALE_ROW_MAX_COLUMN_MAX:
        scale_in_turn(matrix, tolerance, iterations, r, c, work);
        break;
    case SCALE_ITERATIVE:
        scale_at_once(matrix, tolerance, iterations, r, c, work);
        break;
    }
    round_to_power_of_two(matrix->n, r);
    round_to_power_of_two(matrix->n, c);
}

void scaling_apply(const csc *matrix, const double *r, const double *c, double *to)
{
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            to[k] = r[matrix->row[k]] * matrix->value[k] * c[j];
}

void scaling_equilibrate(const csc *matrix, double *r, double *c, double *work)
{
    const linear_options options = {.scale = SCALE_ITERATIVE, .scale_iterations = 12, .scale_tolerance = 0.1};
    scaling_find(matrix, &options, r, c, work);
}
