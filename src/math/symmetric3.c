/* symmetric3.c - principal values and axes in closed form, after Scherzinger and Dohrmann (CMAME 197, 2008).
 *
 *     K = m - tr(m)/3 1         J2 = tr(K K)/2         J3 = det K         cos 3a = J3/2 (3/J2)^(3/2)
 *     one value:        q = 2 sqrt(J2/3) cos(a + k 2 pi/3)
 *                       J3 > 0: k = 0, the largest;  else: k = 2, the middle one, unless it is double, then k = 1, the
 *                       smallest
 *     its axis:         normal to the columns of K - q 1: s1, the longest, and s2, the longest of the rest without
 *                       s1
 *     the other two:    values of [si . K sj], axes by cross products
 *
 * The k-th value is at index k; the others follow in cyclic order. */
#include "math/symmetric3.h"
#include <float.h>
#include <stdbool.h>

/* Returns whether the matrix is so close to diagonal, relative to its diagonal, that it has the axes of the frame. */
static bool nearly_diagonal(const mat3 *m)
{
    const double off = fmax(fabs(m->e[0][1]), fmax(fabs(m->e[0][2]), fabs(m->e[1][2])));
    const double on = fmax(fabs(m->e[0][0]), fmax(fabs(m->e[1][1]), fabs(m->e[2][2])));
    return off <= DBL_EPSILON * on;
}

static mat3 shifted(const mat3 *m, double q)
{
    mat3 r = *m;
    for (int i = 0; i < 3; i++)
        r.e[i][i] -= q;
    return r;
}

static vec3 unit(vec3 a) { return vec3_scale(1 / vec3_norm(a), a); }

/* Returns the first value of K, which has no trace; *k is its index. */
static double first_value(const mat3 *K, int *k)
{
    double J2 = 0;
    for (int i = 0; i < 3; i++)
        J2 += vec3_dot(mat3_row(K, i), mat3_row(K, i)) / 2;
    const double rotation = 2 * acos(-1.) / 3, c = fmax(-1, fmin(1, mat3_det(K) / 2 * pow(3 / J2, 1.5)));
    *k = c > 0 ? 0 : c > -1 + 1e-10 ? 2 : 1;
    return 2 * sqrt(J2 / 3) * cos(acos(c) / 3 + *k * rotation);
}

/* Computes two orthogonal unit vectors that span the columns of r. */
static void span(const mat3 *r, vec3 *s1, vec3 *s2)
{
    int k = 0;
    for (int i = 1; i < 3; i++)
        if (vec3_norm(mat3_col(r, i)) > vec3_norm(mat3_col(r, k)))
            k = i;
    *s1 = unit(mat3_col(r, k));
    vec3 rest = {0};
    for (int i = 0; i < 3; i++) {
        const vec3 c = mat3_col(r, i), t = vec3_axpy(c, -vec3_dot(*s1, c), *s1);
        if (i != k && vec3_norm(t) > vec3_norm(rest))
            rest = t;
    }
    *s2 = unit(rest);
}

/* Returns K s - q s without the rounding error along the first axis, which would dominate for a double value. */
static vec3 in_plane(double x, vec3 s1, double y, vec3 s2) { return vec3_axpy(vec3_scale(x, s1), y, s2); }

void symmetric3_principal(const mat3 *m, vec3 *values, mat3 *axes)
{
    *values = (vec3){m->e[0][0], m->e[1][1], m->e[2][2]};
    *axes = MAT3_EYE;
    if (nearly_diagonal(m))
        return;
    const double mean = (values->x + values->y + values->z) / 3;
    const mat3 K = shifted(m, mean);
    int first;
    double q[3];
    q[0] = first_value(&K, &first);
    const mat3 r = shifted(&K, q[0]);
    vec3 s1, s2, v[3];
    span(&r, &s1, &s2);
    v[0] = vec3_cross(s1, s2);
    const vec3 K1 = mat3_mulv(&K, s1), K2 = mat3_mulv(&K, s2);
    const double a = vec3_dot(s1, K1), b = vec3_dot(s2, K2), c = vec3_dot(s1, K2);
    q[1] = (a + b) / 2 - copysign(hypot(a - b, 2 * c), a - b) / 2;
    q[2] = a + b - q[1];
    const vec3 u1 = in_plane(a - q[1], s1, c, s2), u2 = in_plane(c, s1, b - q[1], s2);
    const vec3 u = vec3_norm(u1) >= vec3_norm(u2) ? u1 : u2;
    v[1] = vec3_cross(vec3_norm(u) > 0 ? unit(u) : s1, v[0]);
    v[2] = vec3_cross(v[0], v[1]);
    const int i = (3 - first) % 3, j = (i + 1) % 3, k = (i + 2) % 3;
    *values = (vec3){mean + q[i], mean + q[j], mean + q[k]};
    *axes = mat3_from_cols(v[i], v[j], v[k]);
}

double six_von_mises(const double t[6])
{
    const double a = t[0] - t[1], b = t[1] - t[2], c = t[2] - t[0];
    return sqrt(0.5 * (a * a + b * b + c * c) + 3.0 * (t[3] * t[3] + t[4] * t[4] + t[5] * t[5]));
}

vec3 six_principal(const double t[6])
{
    for (int i = 0; i < 6; i++)
        if (!isfinite(t[i]))
            return (vec3){(double)NAN, (double)NAN, (double)NAN};
    const mat3 m = {{{t[0], t[3], t[5]}, {t[3], t[1], t[4]}, {t[5], t[4], t[2]}}};
    vec3 v;
    mat3 axes;
    symmetric3_principal(&m, &v, &axes);
    const double most = fmax(v.x, fmax(v.y, v.z)), least = fmin(v.x, fmin(v.y, v.z));
    const double middle = fmax(fmin(v.x, v.y), fmin(fmax(v.x, v.y), v.z));
    return (vec3){most, middle, least};
}
