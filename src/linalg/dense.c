/* dense.c - what the dense solvers share.
 *
 * They factor B = S A with S diagonal, s_i = 2^-e, max_j |a_ij| in [2^(e-1), 2^e): exact, and then entries of different
 * rows can be compared. Column j is dependent on the ones before it when |u_jj| <= LOST n eps max_i |b_ij|. */
#include "linalg/dense.h"
#include "base/arena.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LOST = 16.0;

void dense_create(dense *d, int n)
{
    const size_t size = (size_t)n * sizeof(double);
    *d = (dense){.n = n,
                 .a = heap_resize(NULL, size * (size_t)n),
                 .row_scale = heap_resize(NULL, size),
                 .column_max = heap_resize(NULL, size)};
}

void dense_destroy(dense *d)
{
    free(d->a);
    free(d->row_scale);
    free(d->column_max);
}

static void find_row_scale(dense *d, const csc *a)
{
    for (int i = 0; i < d->n; i++)
        d->row_scale[i] = 0.0;
    for (int k = 0; k < csc_entries(a); k++)
        d->row_scale[a->row[k]] = fmax(d->row_scale[a->row[k]], fabs(a->value[k]));
    for (int i = 0; i < d->n; i++) {
        int exponent = 0;
        frexp(d->row_scale[i], &exponent);
        d->row_scale[i] = ldexp(1.0, -exponent);
    }
}

void dense_load(dense *d, const csc *a)
{
    find_row_scale(d, a);
    if (d->n > 0)
        memset(d->a, 0, (size_t)d->n * (size_t)d->n * sizeof *d->a);
    d->norm1 = 0.0;
    for (int j = 0; j < d->n; j++) {
        double *to = d->a + (size_t)j * (size_t)d->n;
        double max = 0.0, sum = 0.0;
        for (int k = a->start[j]; k < a->start[j + 1]; k++) {
            const double b = d->row_scale[a->row[k]] * a->value[k];
            to[a->row[k]] = b;
            max = fmax(max, fabs(b));
            sum += fabs(b);
        }
        d->column_max[j] = max;
        d->norm1 = fmax(d->norm1, sum);
    }
}

int dense_lost_pivot(const dense *d)
{
    for (int j = 0; j < d->n; j++) {
        const double pivot = fabs(d->a[(size_t)j * ((size_t)d->n + 1)]);
        if (!(pivot > LOST * d->n * DBL_EPSILON * d->column_max[j]))
            return j;
    }
    return d->n;
}

void dense_scale(const dense *d, double *b)
{
    for (int i = 0; i < d->n; i++)
        b[i] *= d->row_scale[i];
}
