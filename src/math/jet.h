/* jet.h - a 3-vector, or a number, together with its derivatives along several directions, called lanes.
 *
 * An element writes its equations once, in jets. With lanes = 0 the kernel yields only the residual; with lanes > 0
 * also the exact Jacobian: direction j is local column j of the element. The number of lanes is a multiple of 4 so that
 * every inner loop is a whole number of SIMD vectors.
 *
 * A plain verb writes its result to the first jet and only reads the others: jet3_add(lanes, r, a, s, b), r = a + s b.
 * A verb with _to adds to the first jet in place: jet3_add_to(lanes, r, s, a), r += s a. A verb with _by changes the
 * first jet in place by the following arguments: jet1_mul_by(lanes, r, a), r *= a. */
#pragma once
#include "math/vec3.h"

enum { JET_MAX = 32 };

typedef struct {
    double v[3];
    double d[3][JET_MAX];
} jet3;

typedef struct {
    double v;
    double d[JET_MAX];
} jet1;

#define JET_LANES(n, l) for (int l = 0; l < (n); l++)

static inline vec3 jet3_value(const jet3 *a) { return (vec3){a->v[0], a->v[1], a->v[2]}; }

static inline void jet3_const(int lanes, jet3 *restrict r, vec3 a)
{
    r->v[0] = a.x, r->v[1] = a.y, r->v[2] = a.z;
    for (int k = 0; k < 3; k++)
        JET_LANES(lanes, l) r->d[k][l] = 0.0;
}

/* Sets an unknown: its derivative along directions first..first+2 is s. */
static inline void jet3_seed(int lanes, jet3 *restrict r, vec3 a, int first, double s)
{
    jet3_const(lanes, r, a);
    if (lanes > 0)
        for (int k = 0; k < 3; k++)
            r->d[k][first + k] = s;
}

static inline void jet1_seed(int lanes, jet1 *restrict r, double a, int first, double s)
{
    r->v = a;
    JET_LANES(lanes, l) r->d[l] = 0.0;
    if (lanes > 0)
        r->d[first] = s;
}

/* r = a + s b */
static inline void jet3_add(int lanes, jet3 *restrict r, const jet3 *restrict a, double s, const jet3 *restrict b)
{
    for (int k = 0; k < 3; k++) {
        r->v[k] = a->v[k] + s * b->v[k];
        JET_LANES(lanes, l) r->d[k][l] = a->d[k][l] + s * b->d[k][l];
    }
}

/* r += s a */
static inline void jet3_add_to(int lanes, jet3 *restrict r, double s, const jet3 *restrict a)
{
    for (int k = 0; k < 3; k++) {
        r->v[k] += s * a->v[k];
        JET_LANES(lanes, l) r->d[k][l] += s * a->d[k][l];
    }
}

/* r = s a */
static inline void jet3_scale(int lanes, jet3 *restrict r, double s, const jet3 *restrict a)
{
    for (int k = 0; k < 3; k++) {
        r->v[k] = s * a->v[k];
        JET_LANES(lanes, l) r->d[k][l] = s * a->d[k][l];
    }
}

/* r += s a, with a constant vector */
static inline void jet3_add_vec3_to(jet3 *r, double s, vec3 a)
{
    r->v[0] += s * a.x, r->v[1] += s * a.y, r->v[2] += s * a.z;
}

/* r = a x b */
static inline void jet3_cross(int lanes, jet3 *restrict r, const jet3 *restrict a, const jet3 *restrict b)
{
    static const int next[3] = {1, 2, 0}, prev[3] = {2, 0, 1};
    for (int k = 0; k < 3; k++) {
        const int i = next[k], j = prev[k];
        r->v[k] = a->v[i] * b->v[j] - a->v[j] * b->v[i];
        JET_LANES(lanes, l)
        r->d[k][l] = a->d[i][l] * b->v[j] + a->v[i] * b->d[j][l] - a->d[j][l] * b->v[i] - a->v[j] * b->d[i][l];
    }
}

/* r = a . b */
static inline void jet3_dot(int lanes, jet1 *restrict r, const jet3 *restrict a, const jet3 *restrict b)
{
    r->v = a->v[0] * b->v[0] + a->v[1] * b->v[1] + a->v[2] * b->v[2];
    JET_LANES(lanes, l)
    r->d[l] = a->d[0][l] * b->v[0] + a->v[0] * b->d[0][l] + a->d[1][l] * b->v[1] + a->v[1] * b->d[1][l] +
              a->d[2][l] * b->v[2] + a->v[2] * b->d[2][l];
}

/* r = s a, both jets */
static inline void jet3_mul1(int lanes, jet3 *restrict r, const jet1 *restrict s, const jet3 *restrict a)
{
    for (int k = 0; k < 3; k++) {
        r->v[k] = s->v * a->v[k];
        JET_LANES(lanes, l) r->d[k][l] = s->v * a->d[k][l] + s->d[l] * a->v[k];
    }
}

/* r = M a, with M constant */
static inline void jet3_mul(int lanes, jet3 *restrict r, const mat3 *restrict m, const jet3 *restrict a)
{
    for (int k = 0; k < 3; k++) {
        const double p = m->e[k][0], q = m->e[k][1], w = m->e[k][2];
        r->v[k] = p * a->v[0] + q * a->v[1] + w * a->v[2];
        JET_LANES(lanes, l) r->d[k][l] = p * a->d[0][l] + q * a->d[1][l] + w * a->d[2][l];
    }
}

/* r += s b x a, with b constant */
static inline void jet3_add_cross_to(int lanes, jet3 *restrict r, double s, vec3 b, const jet3 *restrict a)
{
    const mat3 skew = mat3_skew(b);
    jet3 t;
    jet3_mul(lanes, &t, &skew, a);
    jet3_add_to(lanes, r, s, &t);
}

/* Adds s (theta x r) to the derivative of r, which rotates with the frame whose spin is theta. */
static inline void jet3_spin_by(int lanes, jet3 *restrict r, double s, const jet3 *restrict theta)
{
    const double x = s * r->v[0], y = s * r->v[1], z = s * r->v[2];
    JET_LANES(lanes, l)
    {
        const double a = theta->d[0][l], b = theta->d[1][l], c = theta->d[2][l];
        r->d[0][l] += b * z - c * y;
        r->d[1][l] += c * x - a * z;
        r->d[2][l] += a * y - b * x;
    }
}

/* Replaces value and derivative by f(v), f'(v) d: any function of one number. */
static inline void jet1_chain_by(int lanes, jet1 *r, double f, double derivative)
{
    r->v = f;
    JET_LANES(lanes, l) r->d[l] *= derivative;
}

/* r *= a, both jets */
static inline void jet1_mul_by(int lanes, jet1 *restrict r, const jet1 *restrict a)
{
    const double v = r->v;
    r->v *= a->v;
    JET_LANES(lanes, l) r->d[l] = r->d[l] * a->v + v * a->d[l];
}

/* r = a + s b, all jets */
static inline void jet1_add(int lanes, jet1 *r, const jet1 *a, double s, const jet1 *b)
{
    r->v = a->v + s * b->v;
    JET_LANES(lanes, l) r->d[l] = a->d[l] + s * b->d[l];
}

/* r += s a */
static inline void jet1_add_to(int lanes, jet1 *r, double s, const jet1 *a)
{
    r->v += s * a->v;
    JET_LANES(lanes, l) r->d[l] += s * a->d[l];
}

/* r /= a, both jets */
static inline void jet1_div_by(int lanes, jet1 *restrict r, const jet1 *restrict a)
{
    const double v = r->v / a->v;
    JET_LANES(lanes, l) r->d[l] = (r->d[l] - v * a->d[l]) / a->v;
    r->v = v;
}

/* r *= s */
static inline void jet1_scale_by(int lanes, jet1 *r, double s)
{
    r->v *= s;
    JET_LANES(lanes, l) r->d[l] *= s;
}

static inline void jet1_const(int lanes, jet1 *r, double a)
{
    r->v = a;
    JET_LANES(lanes, l) r->d[l] = 0.0;
}
