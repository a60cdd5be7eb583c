/* vec3.h - vectors and matrices of three. Vectors go by value, matrices by const pointer (gcc copies large structs). */
#pragma once
#include <math.h>

typedef struct {
    double x, y, z;
} vec3;

typedef struct {
    double e[3][3]; /* e[row][column] */
} mat3;

static inline vec3 vec3_add(vec3 a, vec3 b) { return (vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec3 vec3_sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec3 vec3_scale(double s, vec3 a) { return (vec3){s * a.x, s * a.y, s * a.z}; }
static inline vec3 vec3_neg(vec3 a) { return (vec3){-a.x, -a.y, -a.z}; }
/* a + s b */
static inline vec3 vec3_axpy(vec3 a, double s, vec3 b) { return (vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
static inline double vec3_dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3 vec3_cross(vec3 a, vec3 b)
{
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double vec3_norm(vec3 a) { return sqrt(vec3_dot(a, a)); }
static inline double vec3_get(vec3 a, int i) { return i == 0 ? a.x : i == 1 ? a.y : a.z; }
static inline void vec3_store(double *to, vec3 a) { to[0] = a.x, to[1] = a.y, to[2] = a.z; }
static inline void vec3_accumulate(double *to, vec3 a) { to[0] += a.x, to[1] += a.y, to[2] += a.z; }
static inline vec3 vec3_load(const double *from) { return (vec3){from[0], from[1], from[2]}; }

static const mat3 MAT3_EYE = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/* m v */
static inline vec3 mat3_mulv(const mat3 *m, vec3 v)
{
    return (vec3){m->e[0][0] * v.x + m->e[0][1] * v.y + m->e[0][2] * v.z,
                  m->e[1][0] * v.x + m->e[1][1] * v.y + m->e[1][2] * v.z,
                  m->e[2][0] * v.x + m->e[2][1] * v.y + m->e[2][2] * v.z};
}
/* m' v */
static inline vec3 mat3_tmulv(const mat3 *m, vec3 v)
{
    return (vec3){m->e[0][0] * v.x + m->e[1][0] * v.y + m->e[2][0] * v.z,
                  m->e[0][1] * v.x + m->e[1][1] * v.y + m->e[2][1] * v.z,
                  m->e[0][2] * v.x + m->e[1][2] * v.y + m->e[2][2] * v.z};
}
static inline vec3 mat3_col(const mat3 *m, int j) { return (vec3){m->e[0][j], m->e[1][j], m->e[2][j]}; }
static inline vec3 mat3_row(const mat3 *m, int i) { return (vec3){m->e[i][0], m->e[i][1], m->e[i][2]}; }
static inline mat3 mat3_from_cols(vec3 a, vec3 b, vec3 c)
{
    return (mat3){{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}};
}
static inline mat3 mat3_transpose(const mat3 *m)
{
    return (mat3){{{m->e[0][0], m->e[1][0], m->e[2][0]},
                   {m->e[0][1], m->e[1][1], m->e[2][1]},
                   {m->e[0][2], m->e[1][2], m->e[2][2]}}};
}
/* a b */
static inline mat3 mat3_mul(const mat3 *a, const mat3 *b)
{
    mat3 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.e[i][j] = a->e[i][0] * b->e[0][j] + a->e[i][1] * b->e[1][j] + a->e[i][2] * b->e[2][j];
    return r;
}
/* a' b */
static inline mat3 mat3_tmul(const mat3 *a, const mat3 *b)
{
    mat3 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.e[i][j] = a->e[0][i] * b->e[0][j] + a->e[1][i] * b->e[1][j] + a->e[2][i] * b->e[2][j];
    return r;
}
/* a b' */
static inline mat3 mat3_mult(const mat3 *a, const mat3 *b)
{
    mat3 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.e[i][j] = a->e[i][0] * b->e[j][0] + a->e[i][1] * b->e[j][1] + a->e[i][2] * b->e[j][2];
    return r;
}
static inline mat3 mat3_add(const mat3 *a, const mat3 *b)
{
    mat3 r;
    for (int i = 0; i < 9; i++)
        r.e[i / 3][i % 3] = a->e[i / 3][i % 3] + b->e[i / 3][i % 3];
    return r;
}
static inline mat3 mat3_sub(const mat3 *a, const mat3 *b)
{
    mat3 r;
    for (int i = 0; i < 9; i++)
        r.e[i / 3][i % 3] = a->e[i / 3][i % 3] - b->e[i / 3][i % 3];
    return r;
}
static inline mat3 mat3_scale(double s, const mat3 *a)
{
    mat3 r;
    for (int i = 0; i < 9; i++)
        r.e[i / 3][i % 3] = s * a->e[i / 3][i % 3];
    return r;
}
static inline void mat3_add_scaled(mat3 *to, double s, const mat3 *a)
{
    for (int i = 0; i < 9; i++)
        to->e[i / 3][i % 3] += s * a->e[i / 3][i % 3];
}
/* a b' */
static inline mat3 mat3_outer(vec3 a, vec3 b)
{
    return (mat3){
        {{a.x * b.x, a.x * b.y, a.x * b.z}, {a.y * b.x, a.y * b.y, a.y * b.z}, {a.z * b.x, a.z * b.y, a.z * b.z}}};
}
/* a x as a matrix */
static inline mat3 mat3_skew(vec3 a) { return (mat3){{{0, -a.z, a.y}, {a.z, 0, -a.x}, {-a.y, a.x, 0}}}; }
/* a x b x as a matrix: b a' - (a.b) I */
static inline mat3 mat3_skew_skew(vec3 a, vec3 b)
{
    const double d = vec3_dot(a, b);
    return (mat3){{{b.x * a.x - d, b.x * a.y, b.x * a.z},
                   {b.y * a.x, b.y * a.y - d, b.y * a.z},
                   {b.z * a.x, b.z * a.y, b.z * a.z - d}}};
}
static inline double mat3_det(const mat3 *m)
{
    return vec3_dot(mat3_row(m, 0), vec3_cross(mat3_row(m, 1), mat3_row(m, 2)));
}
static inline mat3 mat3_inverse(const mat3 *m)
{
    const vec3 a = mat3_col(m, 0), b = mat3_col(m, 1), c = mat3_col(m, 2);
    const double d = 1 / vec3_dot(a, vec3_cross(b, c));
    const vec3 p = vec3_scale(d, vec3_cross(b, c)), q = vec3_scale(d, vec3_cross(c, a)),
               s = vec3_scale(d, vec3_cross(a, b));
    return (mat3){{{p.x, p.y, p.z}, {q.x, q.y, q.z}, {s.x, s.y, s.z}}};
}
