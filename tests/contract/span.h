/* span.h - the space that a few vectors span, as an orthonormal basis, and what of a vector is outside it. */
#pragma once
#include <math.h>
#include <string.h>

enum { SPAN_MOST = 64, SPAN_LENGTH = 164 };

typedef struct {
    int n;
    double basis[SPAN_MOST][SPAN_LENGTH];
} span;

static inline double span_dot(const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < SPAN_LENGTH; i++)
        sum += a[i] * b[i];
    return sum;
}

static inline double span_norm(const double *a) { return sqrt(span_dot(a, a)); }

/* to += c a */
static inline void span_axpy(double *to, double c, const double *a)
{
    for (int i = 0; i < SPAN_LENGTH; i++)
        to[i] += c * a[i];
}

/* The part of v outside; twice, for round-off. */
static inline void span_reduce(const span *s, double *values)
{
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < s->n; k++)
            span_axpy(values, -span_dot(s->basis[k], values), s->basis[k]);
}

/* False when v is in the span already. */
static inline bool span_add(span *s, const double *values)
{
    double *to = s->basis[s->n];
    memcpy(to, values, sizeof s->basis[0]);
    span_reduce(s, to);
    const double left = span_norm(to);
    if (left <= 1e-8 * fmax(span_norm(values), 1e-4))
        return false;
    for (int i = 0; i < SPAN_LENGTH; i++)
        to[i] /= left;
    s->n++;
    return true;
}

/* How far v is outside, relative to its size. */
static inline double span_outside(const span *s, const double *values)
{
    double rest[SPAN_LENGTH];
    memcpy(rest, values, sizeof rest);
    span_reduce(s, rest);
    return span_norm(rest) / fmax(span_norm(values), 1e-4);
}
