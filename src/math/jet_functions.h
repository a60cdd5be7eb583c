/* jet_functions.h - elementary functions of jets: unit vector, absolute value, atan2, hypot. */
#pragma once
#include "math/jet.h"
#include <math.h>

/* r = a/|a|; *length = |a| unless length is NULL. */
static inline void jet3_unit(int lanes, jet3 *restrict r, const jet3 *restrict a, jet1 *length)
{
    jet1 norm;
    jet3_dot(lanes, &norm, a, a);
    const double l = sqrt(norm.v);
    jet1_chain_by(lanes, &norm, l, 0.5 / l);
    if (length)
        *length = norm;
    jet1_chain_by(lanes, &norm, 1.0 / l, -1.0 / (l * l));
    jet3_mul1(lanes, r, &norm, a);
}

/* r = |a|; its derivative is zero at zero. */
static inline void jet1_abs(int lanes, jet1 *r, const jet1 *a)
{
    *r = *a;
    jet1_chain_by(lanes, r, fabs(a->v), a->v < 0.0 ? -1.0 : a->v > 0.0 ? 1.0 : 0.0);
}

/* r = atan2(y, x) */
static inline void jet1_atan2(int lanes, jet1 *r, const jet1 *y, const jet1 *x)
{
    const double q = x->v * x->v + y->v * y->v;
    r->v = atan2(y->v, x->v);
    JET_LANES(lanes, l) r->d[l] = q > 0.0 ? (x->v * y->d[l] - y->v * x->d[l]) / q : 0.0;
}

/* r = hypot(a, b) */
static inline void jet1_hypot(int lanes, jet1 *r, const jet1 *a, const jet1 *b)
{
    const double q = hypot(a->v, b->v);
    r->v = q;
    JET_LANES(lanes, l) r->d[l] = q > 0.0 ? (a->v * a->d[l] + b->v * b->d[l]) / q : 0.0;
}
