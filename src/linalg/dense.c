/* dense.c - full matrices: functions shared by the dense solvers, and the solution of small systems.
 *
 * The dense solvers factor B = R A C, with R and C diagonal matrices of powers of two: scaling is exact, and entries of
 * different rows and columns become comparable. Column j depends on the ones before it if |u_jj| <= LOST n eps. */
#include "linalg/dense.h"
#include "base/arena.h"
#include "linalg/scaling.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LOST = 16.0;

void dense_create(dense *d, int n)
{
    const size_t size = (size_t)n * sizeof(double);
    *d = (dense){.n = n,
                 .b = heap_resize(NULL, size * (size_t)n),
                 .r = heap_resize(NULL, size),
                 .c = heap_resize(NULL, size),
                 .work = heap_resize(NULL, 2 * size)};
}

void dense_destroy(dense *d)
{
    free(d->b);
    free(d->r);
    free(d->c);
    free(d->work);
}

void dense_load(dense *d, const csc *matrix)
{
    scaling_equilibrate(matrix, d->r, d->c, d->work);
    if (d->n > 0)
        memset(d->b, 0, (size_t)d->n * (size_t)d->n * sizeof *d->b);
    for (int j = 0; j < d->n; j++) {
        double *to = d->b + (size_t)j * (size_t)d->n;
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
            to[matrix->row[e]] = d->r[matrix->row[e]] * matrix->value[e] * d->c[j];
    }
}

int dense_lost_pivot(const dense *d)
{
    for (int j = 0; j < d->n; j++)
        if (!(fabs(d->b[(size_t)j * ((size_t)d->n + 1)]) > LOST * d->n * DBL_EPSILON))
            return j;
    return d->n;
}

void dense_scale(const dense *d, const double *s, double *x)
{
    for (int i = 0; i < d->n; i++)
        x[i] *= s[i];
}

static void swap_rows(int n, double *rows, int i, int k)
{
    for (int j = 0; j < n && i != k; j++) {
        const double t = rows[i * n + j];
        rows[i * n + j] = rows[k * n + j];
        rows[k * n + j] = t;
    }
}

static int find_pivot(int n, const double *A, int k)
{
    int p = k;
    for (int i = k + 1; i < n; i++)
        if (fabs(A[i * n + k]) > fabs(A[p * n + k]))
            p = i;
    return p;
}

void dense_solve(int n, int columns, double *A, double *B)
{
    for (int k = 0; k < n; k++) {
        const int p = find_pivot(n, A, k);
        swap_rows(n, A, k, p);
        swap_rows(columns, B, k, p);
        for (int i = 0; i < n; i++) {
            const double f = i == k ? 0.0 : A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++)
                A[i * n + j] -= f * A[k * n + j];
            for (int j = 0; j < columns; j++)
                B[i * columns + j] -= f * B[k * columns + j];
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < columns; j++)
            B[i * columns + j] /= A[i * n + i];
}
