/* rotation.c - finite rotations.
 *
 *     phi   = |phi n|
 *     a     = sin phi / phi
 *     b     = (1 - cos phi) / phi^2
 *     c     = (phi - sin phi) / phi^3
 *     d     = (1 - a / (2 b)) / phi^2
 *     exp     R        = I + a phi x + b phi x phi x
 *     spin    Gamma    = I + b phi x + c phi x phi x
 *             Gamma^-1 = I - phi x / 2 + d phi x phi x
 *     log   = 2 atan2(|v|, w) v / |v|
 *     g     = 2 v / w
 *
 * b is computed from sin(phi/2), and c, d from their series if phi < 1, where the closed forms cancel. R is converted
 * to vectors through the unit quaternion (w, v), computed from the largest of the trace and the diagonal terms so that
 * nothing cancels at any angle. Sequences: 123 is R1(x) R2(y) R3(z), 313 is R3 R1 R3, 321 is R3 R2 R1, angles in the
 * order of the rotations. */
#include "math/rotation.h"

#include <stdbool.h>

mat3 rotation_from_cgr(vec3 g)
{
    const double d = 4.0 / (4.0 + vec3_dot(g, g));
    mat3 r = mat3_skew_skew(g, g);
    const mat3 s = mat3_skew(g);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.e[i][j] = (i == j) + d * (s.e[i][j] + 0.5 * r.e[i][j]);
    return r;
}

mat3 rotation_cgr_spin(vec3 g)
{
    const double d = 4.0 / (4.0 + vec3_dot(g, g)), h = 0.5 * d;
    return (mat3){{{d, -h * g.z, h * g.y}, {h * g.z, d, -h * g.x}, {-h * g.y, h * g.x, d}}};
}

mat3 rotation_cgr_spin_inverse(vec3 g)
{
    const vec3 h = vec3_scale(0.5, g);
    return (mat3){{{1.0 + h.x * h.x, h.x * h.y + h.z, h.x * h.z - h.y},
                   {h.y * h.x - h.z, 1.0 + h.y * h.y, h.y * h.z + h.x},
                   {h.z * h.x + h.y, h.z * h.y - h.x, 1.0 + h.z * h.z}}};
}

mat3 rotation_cgr_spin_derivative(vec3 g, vec3 v)
{
    const double d = 4.0 / (4.0 + vec3_dot(g, g)), h = 0.5 * d;
    const vec3 Gv = vec3_scale(-h * d, vec3_axpy(v, 0.5, vec3_cross(g, v)));
    mat3 r = mat3_outer(Gv, g);
    const mat3 v_x = mat3_skew(v);
    mat3_add_scaled(&r, -h, &v_x);
    return r;
}

mat3 rotation_normalised(const mat3 *R)
{
    const mat3 product = mat3_tmul(R, R), excess = mat3_sub(&product, &MAT3_EYE), change = mat3_mul(R, &excess);
    mat3 r = *R;
    mat3_add_scaled(&r, -0.5, &change);
    return r;
}

typedef struct {
    double w;
    vec3 v;
} quaternion;

/* Returns the quaternion times a positive factor, w >= 0. */
static quaternion to_quaternion(const mat3 *R)
{
    const double(*e)[3] = R->e;
    const double trace = e[0][0] + e[1][1] + e[2][2];
    int i = 0;
    for (int k = 1; k < 3; k++)
        if (e[k][k] > e[i][i])
            i = k;
    quaternion q = {1.0 + trace, {e[2][1] - e[1][2], e[0][2] - e[2][0], e[1][0] - e[0][1]}};
    if (trace < e[i][i]) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        double v[3];
        v[i] = 1.0 - trace + 2.0 * e[i][i];
        v[j] = e[i][j] + e[j][i];
        v[k] = e[i][k] + e[k][i];
        q = (quaternion){e[k][j] - e[j][k], vec3_load(v)};
    }
    return q.w < 0.0 ? (quaternion){-q.w, vec3_neg(q.v)} : q;
}

vec3 rotation_to_cgr(const mat3 *R)
{
    const quaternion q = to_quaternion(R);
    return vec3_scale(2.0 / q.w, q.v);
}

vec3 rotation_log(const mat3 *R)
{
    const quaternion q = to_quaternion(R);
    const double s = vec3_norm(q.v);
    return s > 0.0 ? vec3_scale(2.0 * atan2(s, q.w) / s, q.v) : vec3_scale(2.0 / q.w, q.v);
}

/* A rotation too small to have an axis takes the axis of `before`. */
vec3 rotation_unwrap(vec3 phi, vec3 before)
{
    const double whole = 2.0 * acos(-1.0), angle = vec3_norm(phi);
    const vec3 line = angle > 1e-8 ? phi : before;
    const double length = vec3_norm(line);
    if (length == 0.0)
        return phi;
    const vec3 axis = vec3_scale(1.0 / length, line);
    const double revolutions = round(vec3_dot(vec3_sub(before, phi), axis) / whole);
    return vec3_add(phi, vec3_scale(revolutions * whole, axis));
}

/* I + p phi x + q phi x phi x */
static mat3 rotation_combine(vec3 phi, double p, double q)
{
    const mat3 s = mat3_skew(phi), ss = mat3_skew_skew(phi, phi);
    mat3 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.e[i][j] = (i == j) + p * s.e[i][j] + q * ss.e[i][j];
    return r;
}

static double coefficient_a(double phi) { return phi > 0.0 ? sin(phi) / phi : 1.0; }

static double coefficient_b(double phi)
{
    const double half = coefficient_a(0.5 * phi);
    return 0.5 * half * half;
}

/* coefficient[0] + x coefficient[1] + x^2 coefficient[2] ... */
static double polynomial(const double *coefficient, int n, double x)
{
    double sum = coefficient[n - 1];
    for (int i = n - 2; i >= 0; i--)
        sum = coefficient[i] + x * sum;
    return sum;
}

static double coefficient_c(double phi)
{
    static const double series[] = {
        1.0 / 6.0,        -1.0 / 120.0,        1.0 / 5040.0,          -1.0 / 362880.0,
        1.0 / 39916800.0, -1.0 / 6227020800.0, 1.0 / 1307674368000.0, -1.0 / 355687428096000.0};
    return phi < 1.0 ? polynomial(series, 8, phi * phi) : (phi - sin(phi)) / (phi * phi * phi);
}

static double coefficient_d(double phi)
{
    static const double series[] = {1.0 / 12.0,
                                    1.0 / 720.0,
                                    1.0 / 30240.0,
                                    1.0 / 1209600.0,
                                    1.0 / 47900160.0,
                                    691.0 / 1307674368000.0,
                                    1.0 / 74724249600.0,
                                    3617.0 / 10670622842880000.0,
                                    43867.0 / 5109094217170944000.0};
    if (phi < 1.0)
        return polynomial(series, 9, phi * phi);
    return (1.0 - coefficient_a(phi) / (2.0 * coefficient_b(phi))) / (phi * phi);
}

mat3 rotation_exp(vec3 phi)
{
    const double angle = vec3_norm(phi);
    return rotation_combine(phi, coefficient_a(angle), coefficient_b(angle));
}

mat3 rotation_exp_spin(vec3 phi)
{
    const double angle = vec3_norm(phi);
    return rotation_combine(phi, coefficient_b(angle), coefficient_c(angle));
}

mat3 rotation_exp_spin_inverse(vec3 phi) { return rotation_combine(phi, -0.5, coefficient_d(vec3_norm(phi))); }

/* Products of rotations about axes, written out: the signs of their zeros select among equivalent angles when the
 * angles are computed from them. */
typedef struct {
    double c, s;
} rotation;

static rotation angular_rate(double angle) { return (rotation){cos(angle), sin(angle)}; }

mat3 rotation_from_euler123(vec3 angles)
{
    const rotation a = angular_rate(angles.x), b = angular_rate(angles.y), c = angular_rate(angles.z);
    return (mat3){{{b.c * c.c, -b.c * c.s, b.s},
                   {a.c * c.s + a.s * b.s * c.c, a.c * c.c - a.s * b.s * c.s, -a.s * b.c},
                   {a.s * c.s - a.c * b.s * c.c, a.s * c.c + a.c * b.s * c.s, a.c * b.c}}};
}

mat3 rotation_from_euler313(vec3 angles)
{
    const rotation a = angular_rate(angles.x), b = angular_rate(angles.y), c = angular_rate(angles.z);
    return (mat3){{{a.c * c.c - a.s * b.c * c.s, -a.c * c.s - a.s * b.c * c.c, a.s * b.s},
                   {a.s * c.c + a.c * b.c * c.s, a.c * b.c * c.c - a.s * c.s, -a.c * b.s},
                   {b.s * c.s, b.s * c.c, b.c}}};
}

mat3 rotation_from_euler321(vec3 angles)
{
    const rotation a = angular_rate(angles.x), b = angular_rate(angles.y), c = angular_rate(angles.z);
    return (mat3){{{a.c * b.c, a.c * b.s * c.s - a.s * c.c, a.s * c.s + a.c * b.s * c.c},
                   {a.s * b.c, a.c * c.c + a.s * b.s * c.s, a.s * b.s * c.c - a.c * c.s},
                   {-b.s, b.c * c.s, b.c * c.c}}};
}

static const double NOTHING = 1e-20; /* much smaller than the rounding errors of a matrix */

/* Returns the angle of (x, y), the first of three. If it cannot be distinguished from the last one, and (x, y) is
 * rounding error, it is 0. A cosine of a right angle, 6e-17, still has the angle that was given; NOTHING is 0. */
static double first_angle(double y, double x)
{
    static const double ROUNDING = 1e-17;
    if (hypot(x, y) < ROUNDING && (x != 0 || y != 0))
        return 0.0;
    return atan2(fabs(y) < NOTHING ? copysign(0.0, y) : y, fabs(x) < NOTHING ? copysign(0.0, x) : x);
}

/* Whether the second angle is a right one and (x, y) owes the last angle to NOTHING: the first one has it all. */
static bool is_first_only(double y, double x, double last)
{
    static const double RIGHT_ANGLE = 1e-16;
    const double cosine = hypot(x, y);
    return cosine > 0 && cosine < RIGHT_ANGLE && cosine * fabs(sin(last)) < NOTHING && cos(last) > 0;
}

vec3 rotation_to_euler123(const mat3 *R)
{
    const double(*e)[3] = R->e;
    const double x = -first_angle(e[1][2], e[2][2]), c = cos(x), s = sin(x);
    const double y = atan2(e[0][2], c * e[2][2] - s * e[1][2]);
    const double z = atan2(c * e[1][0] + s * e[2][0], c * e[1][1] + s * e[2][1]);
    return x != 0 && is_first_only(e[1][2], e[2][2], z) ? (vec3){atan2(e[2][1], e[1][1]), y, 0.0} : (vec3){x, y, z};
}

vec3 rotation_to_euler313(const mat3 *R)
{
    const double(*e)[3] = R->e;
    const double x = atan2(e[0][2], -e[1][2]), c = cos(x), s = sin(x);
    const double y = atan2(s * e[0][2] - c * e[1][2], e[2][2]);
    return (vec3){x, y, atan2(-c * e[0][1] - s * e[1][1], c * e[0][0] + s * e[1][0])};
}

vec3 rotation_to_euler321(const mat3 *R)
{
    const double(*e)[3] = R->e;
    const double x = first_angle(e[1][0], e[0][0]), c = cos(x), s = sin(x);
    const double y = atan2(-e[2][0], c * e[0][0] + s * e[1][0]);
    const double z = atan2(s * e[0][2] - c * e[1][2], -s * e[0][1] + c * e[1][1]);
    return x != 0 && is_first_only(e[1][0], e[0][0], z) ? (vec3){atan2(-e[0][1], e[1][1]), y, 0.0} : (vec3){x, y, z};
}
