/* module_jet.h - numbers with their derivatives along the local columns of an element.
 *
 * Equations of a module that are written with them yield its exact Jacobian.
 *
 *     tj3 x = tj_position(s, &motion, column);      seeded along the columns of a node
 *     tj d = tj3_norm(&x);
 *     tj_put3(out, row, 1, &force);                 rows and their derivatives
 *
 * Define TORSOR_COLUMNS, the maximum number of columns, before including this header. */
#ifndef TORSOR_MODULE_JET_H
#define TORSOR_MODULE_JET_H
#include "torsor/module.h"
#include <math.h>

#ifndef TORSOR_COLUMNS
#define TORSOR_COLUMNS 12
#endif

typedef struct {
    double v, d[TORSOR_COLUMNS];
} tj;

typedef struct {
    tj c[3];
} tj3;

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static inline tj tj_const(double v)
{
    tj r = {v, {0}};
    return r;
}

/* Returns the value with the derivatives a dv + b dw. */
static inline tj tj_linear(double value, double a, const tj *v, double b, const tj *w)
{
    tj r;
    r.v = value;
    for (int i = 0; i < TORSOR_COLUMNS; i++)
        r.d[i] = a * v->d[i] + b * w->d[i];
    return r;
}

/* Returns a function of a number, given its value and its derivative. */
static inline tj tj_chain(const tj *a, double value, double derivative)
{
    return tj_linear(value, derivative, a, 0.0, a);
}
static inline tj tj_add(const tj *a, const tj *b) { return tj_linear(a->v + b->v, 1.0, a, 1.0, b); }
static inline tj tj_sub(const tj *a, const tj *b) { return tj_linear(a->v - b->v, 1.0, a, -1.0, b); }
static inline tj tj_mul(const tj *a, const tj *b) { return tj_linear(a->v * b->v, b->v, a, a->v, b); }
static inline tj tj_div(const tj *a, const tj *b)
{
    return tj_linear(a->v / b->v, 1.0 / b->v, a, -a->v / (b->v * b->v), b);
}
static inline tj tj_scale(double s, const tj *a) { return tj_chain(a, s * a->v, s); }
static inline tj tj_sqrt(const tj *a) { return tj_chain(a, sqrt(a->v), 0.5 / sqrt(a->v)); }
static inline tj tj_sin(const tj *a) { return tj_chain(a, sin(a->v), cos(a->v)); }
static inline tj tj_cos(const tj *a) { return tj_chain(a, cos(a->v), -sin(a->v)); }
static inline tj tj_exp(const tj *a) { return tj_chain(a, exp(a->v), exp(a->v)); }
static inline tj tj_log(const tj *a) { return tj_chain(a, log(a->v), 1.0 / a->v); }
static inline tj tj_pow(const tj *a, double n) { return tj_chain(a, pow(a->v, n), n * pow(a->v, n - 1.0)); }
static inline tj tj_tanh(const tj *a) { return tj_chain(a, tanh(a->v), 1.0 - tanh(a->v) * tanh(a->v)); }
static inline tj tj_atan2(const tj *y, const tj *x)
{
    const double q = x->v * x->v + y->v * y->v;
    return tj_linear(atan2(y->v, x->v), x->v / q, y, -y->v / q, x);
}

/* --- vectors ------------------------------------------------------------------------------------------------------ */

static inline tj3 tj3_const(const double v[3])
{
    tj3 r;
    for (int k = 0; k < 3; k++)
        r.c[k] = tj_const(v[k]);
    return r;
}

/* a + s b */
static inline tj3 tj3_axpy(const tj3 *a, double s, const tj3 *b)
{
    tj3 r;
    for (int k = 0; k < 3; k++)
        r.c[k] = tj_linear(a->c[k].v + s * b->c[k].v, 1.0, &a->c[k], s, &b->c[k]);
    return r;
}
static inline tj3 tj3_add(const tj3 *a, const tj3 *b) { return tj3_axpy(a, 1.0, b); }
static inline tj3 tj3_sub(const tj3 *a, const tj3 *b) { return tj3_axpy(a, -1.0, b); }
static inline tj3 tj3_scale(double s, const tj3 *a)
{
    tj3 r;
    for (int k = 0; k < 3; k++)
        r.c[k] = tj_scale(s, &a->c[k]);
    return r;
}
static inline tj3 tj3_mul(const tj *s, const tj3 *a)
{
    tj3 r;
    for (int k = 0; k < 3; k++)
        r.c[k] = tj_mul(s, &a->c[k]);
    return r;
}
static inline tj tj3_dot(const tj3 *a, const tj3 *b)
{
    tj r = tj_const(0.0);
    for (int k = 0; k < 3; k++) {
        const tj p = tj_mul(&a->c[k], &b->c[k]);
        r = tj_add(&r, &p);
    }
    return r;
}
static inline tj3 tj3_cross(const tj3 *a, const tj3 *b)
{
    tj3 r;
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const tj p = tj_mul(&a->c[i], &b->c[j]), q = tj_mul(&a->c[j], &b->c[i]);
        r.c[k] = tj_sub(&p, &q);
    }
    return r;
}
static inline tj tj3_norm(const tj3 *a)
{
    const tj q = tj3_dot(a, a);
    return tj_sqrt(&q);
}

/* --- nodes: `first` is the local index of the node ---------------------------------------------------------------- */

static inline tj3 tj_position(const torsor_instant *instant, const torsor_motion *motion, int first)
{
    tj3 r = tj3_const(motion->x);
    for (int k = 0; k < 3; k++)
        r.c[k].d[first + k] = instant->dvalue;
    return r;
}
static inline tj3 tj_velocity(const torsor_instant *instant, const torsor_motion *motion, int first)
{
    tj3 r = tj3_const(motion->v);
    for (int k = 0; k < 3; k++)
        r.c[k].d[first + k] = instant->drate;
    return r;
}

/* Adds the derivatives of a vector v that rotates with the node: spin x v. */
static inline void tj_rotate(const torsor_instant *instant, tj3 *v, int first)
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        v->c[k].d[first + 3 + i] += instant->dvalue * v->c[j].v;
        v->c[k].d[first + 3 + j] -= instant->dvalue * v->c[i].v;
    }
}

/* Returns R o, a vector that is fixed in the frame of the node. */
static inline tj3 tj_arm(const torsor_instant *instant, const torsor_motion *motion, int first, const double o[3])
{
    double v[3];
    for (int k = 0; k < 3; k++)
        v[k] = motion->R[3 * k] * o[0] + motion->R[3 * k + 1] * o[1] + motion->R[3 * k + 2] * o[2];
    tj3 r = tj3_const(v);
    tj_rotate(instant, &r, first);
    return r;
}

static inline tj3 tj_angular_velocity(const torsor_instant *instant, const torsor_motion *motion, int first)
{
    tj3 r = tj3_const(motion->w);
    for (int k = 0; k < 3; k++) {
        r.c[k].d[first + 3 + k] = instant->drate;
        for (int j = 0; j < 3; j++)
            r.c[k].d[first + 3 + j] += instant->dvalue * motion->w_theta[3 * k + j];
    }
    return r;
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

/* Adds factor times a number to a row. */
static inline void tj_put(torsor_rows *out, int row, double factor, const tj *a)
{
    const int n = out->ld < TORSOR_COLUMNS ? out->ld : TORSOR_COLUMNS;
    out->r[row] += factor * a->v;
    for (int i = 0; out->J && i < n; i++)
        out->J[row * out->ld + i] += factor * a->d[i];
}

static inline void tj_put3(torsor_rows *out, int row, double factor, const tj3 *a)
{
    for (int k = 0; k < 3; k++)
        tj_put(out, row + k, factor, &a->c[k]);
}

#endif
