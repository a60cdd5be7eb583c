/* turning.h - matrices I + f phi x + g phi x phi x, with f, g functions of s = phi . phi, and their derivatives with
 * respect to phi.
 *
 *     Rot(phi)          f = sin / angle            g = (1 - cos) / angle^2
 *     Gamma(phi)        f = (1 - cos) / angle^2    g = (angle - sin) / angle^3     spin of Rot = Gamma phi'
 *     Gamma^-T(phi)     f = 1/2                    g = (1 - f / 2 g of Rot) / s
 *
 * Transposed matrices are those of -phi. The derivatives with respect to s are stored too: f1 = df/ds, f2 = d2f/ds2. */
#pragma once
#include "math/vec3.h"

typedef struct {
    double f, f1, f2, g, g1, g2;
} rotating;

/* sum (-s)^k / (2 k + m)!, m = 1, 2, 3, and its first two derivatives; to full precision for |phi| <= pi. */
static inline void rotating_series(double s, int m, double *values, double *d1, double *d2)
{
    double c = m == 3 ? 1.0 / 6.0 : 1.0 / m;
    double p = 1.0, before = 0.0, first = 0.0;
    *values = *d1 = *d2 = 0.0;
    for (int k = 0; k < 16; k++) {
        *values += c * p;
        *d1 -= c * k * before;
        *d2 += c * k * (k - 1) * first;
        first = before, before = p, p *= -s;
        c /= (2 * k + m + 1) * (2 * k + m + 2);
    }
}

static inline rotating rotating_rot(double s)
{
    rotating rotating;
    rotating_series(s, 1, &rotating.f, &rotating.f1, &rotating.f2);
    rotating_series(s, 2, &rotating.g, &rotating.g1, &rotating.g2);
    return rotating;
}

static inline rotating rotating_spin(double s)
{
    rotating rotating;
    rotating_series(s, 2, &rotating.f, &rotating.f1, &rotating.f2);
    rotating_series(s, 3, &rotating.g, &rotating.g1, &rotating.g2);
    return rotating;
}

/* First derivatives only. */
static inline rotating rotating_inverse_spin(double s)
{
    static const double SERIES[] = {1.0 / 12.0,          1.0 / 720.0,
                                    1.0 / 30240.0,       1.0 / 1209600.0,
                                    1.0 / 47900160.0,    691.0 / 1307674368000.0,
                                    1.0 / 74724249600.0, 3617.0 / 10670622842880000.0};
    rotating t = {.f = 0.5};
    if (s < 0.5) {
        for (int k = 7; k >= 0; k--) {
            t.g1 = t.g + s * t.g1;
            t.g = SERIES[k] + s * t.g;
        }
        return t;
    }
    const rotating rot = rotating_rot(s);
    t.g = (1.0 - rot.f / (2.0 * rot.g)) / s;
    t.g1 = -t.g / s - (rot.f1 * rot.g - rot.f * rot.g1) / (2.0 * rot.g * rot.g * s);
    return t;
}

/* Returns the matrix, transposed for sign -1. */
static inline mat3 rotation_matrix_of(const rotating *rotating, double sign, vec3 phi)
{
    const mat3 s = mat3_skew(phi), ss = mat3_skew_skew(phi, phi);
    mat3 r = MAT3_EYE;
    mat3_add_scaled(&r, sign * rotating->f, &s);
    mat3_add_scaled(&r, rotating->g, &ss);
    return r;
}

/* Returns d(matrix v)/dphi for fixed v. */
static inline mat3 rotating_derivative(const rotating *rotating, double sign, vec3 phi, vec3 v)
{
    const vec3 once = vec3_cross(phi, v), twice = vec3_cross(phi, once);
    const mat3 skew = mat3_skew(v), rotated = mat3_outer(phi, v), drawn = mat3_outer(v, phi);
    const vec3 by_s = vec3_axpy(vec3_scale(2.0 * sign * rotating->f1, once), 2.0 * rotating->g1, twice);
    mat3 r = mat3_outer(by_s, phi);
    mat3_add_scaled(&r, -sign * rotating->f, &skew);
    mat3_add_scaled(&r, rotating->g * vec3_dot(phi, v), &MAT3_EYE);
    mat3_add_scaled(&r, rotating->g, &rotated);
    mat3_add_scaled(&r, -2.0 * rotating->g, &drawn);
    return r;
}

/* to += second derivative of u . matrix v with respect to phi. */
static inline void rotating_curvature(const rotating *rotating, vec3 phi, vec3 u, vec3 v, mat3 *to)
{
    const vec3 p = vec3_cross(v, u);
    const double s = vec3_dot(phi, phi), uv = vec3_dot(u, v), pu = vec3_dot(phi, u), pv = vec3_dot(phi, v);
    const double once = vec3_dot(phi, p), twice = pu * pv - s * uv;
    const vec3 derivative = vec3_axpy(vec3_axpy(vec3_scale(pu, v), pv, u), -2.0 * uv, phi);
    const vec3 mixed = vec3_axpy(vec3_scale(2.0 * rotating->f1, p), 2.0 * rotating->g1, derivative);
    const mat3 a = mat3_outer(phi, mixed), b = mat3_outer(mixed, phi), c = mat3_outer(phi, phi);
    const mat3 uvt = mat3_outer(u, v), vut = mat3_outer(v, u);
    mat3_add_scaled(to, 1.0, &a);
    mat3_add_scaled(to, 1.0, &b);
    mat3_add_scaled(to, 4.0 * (rotating->f2 * once + rotating->g2 * twice), &c);
    mat3_add_scaled(to, 2.0 * (rotating->f1 * once + rotating->g1 * twice) - 2.0 * rotating->g * uv, &MAT3_EYE);
    mat3_add_scaled(to, rotating->g, &uvt);
    mat3_add_scaled(to, rotating->g, &vut);
}
