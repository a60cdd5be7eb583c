/* dense.c - what the dense solvers share.
 *
 * They factor B = R A C, R and C diagonal with powers of two: exact, and then entries of different rows and columns can
 * be compared. Column j is dependent on the ones before it when |u_jj| <= LOST n eps. */
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

void dense_load(dense *d, const csc *a)
{
    scaling_equilibrate(a, d->r, d->c, d->work);
    if (d->n > 0)
        memset(d->b, 0, (size_t)d->n * (size_t)d->n * sizeof *d->b);
    d->norm1 = 0.0;
    for (int j = 0; j < d->n; j++) {
        double *to = d->b + (size_t)j * (size_t)d->n, sum = 0.0;
        for (int e = a->start[j]; e < a->start[j + 1]; e++) {
            to[a->row[e]] = d->r[a->row[e]] * a->value[e] * d->c[j];
            sum += fabs(to[a->row[e]]);
        }
        d->norm1 = fmax(d->norm1, sum);
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
