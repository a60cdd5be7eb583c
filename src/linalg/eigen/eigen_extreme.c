/* eigen_extreme.c - of all eigenvalues, those that ARPACK would have been asked for.
 *
 * Pairs stay together, and the order among those that are kept is by the criterion, best first. */
#include "linalg/eigen/eigen.h"
#include "base/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double key; /* the larger, the better */
    int first, n;
} candidate;

static double key_of(eigen_mode mode, double re, double im)
{
    switch (mode) {
    case LARGEST_MAGNITUDE:
        return hypot(re, im);
    case SMALLEST_MAGNITUDE:
        return -hypot(re, im);
    case LARGEST_REAL:
        return re;
    case SMALLEST_REAL:
        return -re;
    case LARGEST_IMAGINARY:
        return fabs(im);
    default:
        return -fabs(im);
    }
}

static int by_key(const void *a, const void *b)
{
    const candidate *p = a, *q = b;
    return p->key != q->key ? (p->key < q->key) - (p->key > q->key) : p->first - q->first;
}

/* Lists real eigenvalues and pairs; infinite ones are left out. */
static int list_candidates(const eigen_values *values, eigen_mode mode, candidate *list)
{
    int n = 0;
    for (int k = 0, size; k < values->count; k += size) {
        size = values->im[k] == 0.0 || k + 1 == values->count ? 1 : 2;
        const double re = values->re[k] / values->beta[k], im = values->im[k] / values->beta[k];
        if (isfinite(re) && isfinite(im))
            list[n++] = (candidate){key_of(mode, re, im), k, size};
    }
    return n;
}

static void keep_candidate(const eigen_values *from, const candidate *which, eigen_values *to)
{
    const size_t n = (size_t)from->n;
    for (int i = 0; i < which->n; i++, to->count++) {
        const int k = which->first + i;
        to->re[to->count] = from->re[k] / from->beta[k];
        to->im[to->count] = from->im[k] / from->beta[k];
        to->beta[to->count] = 1.0;
        memcpy(to->right + (size_t)to->count * n, from->right + (size_t)k * n, n * sizeof(double));
    }
}

void eigen_keep_extreme(eigen_values *values, eigen_mode mode, int wanted)
{
    const size_t most = (size_t)wanted + 2;
    candidate *list = heap_resize(NULL, ((size_t)values->count + 1) * sizeof *list);
    const int n = list_candidates(values, mode, list);
    eigen_values kept = {.n = values->n,
                         .re = heap_reals(most),
                         .im = heap_reals(most),
                         .beta = heap_reals(most),
                         .right = heap_reals(most * (size_t)values->n)};
    qsort(list, (size_t)n, sizeof *list, by_key);
    for (int i = 0; i < n && kept.count < wanted; i++)
        keep_candidate(values, &list[i], &kept);
    kept.end = kept.count;
    free(list);
    eigen_values_free(values);
    *values = kept;
}
