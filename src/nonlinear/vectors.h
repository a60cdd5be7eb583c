/* vectors.h - sums over the unknowns. */
#pragma once
#include <math.h>

static inline double vector_dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static inline double vector_norm(const double *a, int n) { return sqrt(vector_dot(a, a, n)); }
