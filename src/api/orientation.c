/* orientation.c - conversion between descriptions of orientations.
 *
 *     quaternion (s, v), |q| = 1:    phi = 2 atan2(|v|, s) v / |v|
 *     and back                       s = cos(|phi|/2),  v = sin(|phi|/2) phi / |phi|,  s >= 0 */
#include "api/orientation.h"
#include <math.h>
#include <string.h>

static const double DEGREE = M_PI / 180.0;
static const double NOT_ORTHOGONAL = 1e-4; /* matrices of text files have six digits */

int torsor_orientation_size(torsor_orientation kind)
{
    return kind > TORSOR_QUATERNION ? 0 : kind == TORSOR_QUATERNION ? 4 : kind == TORSOR_ROTATION_MATRIX ? 9 : 3;
}

static bool from_matrix(const double *numbers, mat3 *R)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            R->e[i][j] = numbers[3 * i + j];
    const mat3 RtR = mat3_tmul(R, R);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (!(fabs(RtR.e[i][j] - (i == j)) <= NOT_ORTHOGONAL))
                return false;
    *R = rotation_normalised(R);
    return vec3_dot(mat3_col(R, 0), vec3_cross(mat3_col(R, 1), mat3_col(R, 2))) > 0.0;
}

static bool from_quaternion(const double *q, mat3 *R)
{
    const vec3 v = {q[1], q[2], q[3]};
    const double sine = vec3_norm(v), angle = 2.0 * atan2(sine, q[0]);
    *R = rotation_exp(vec3_scale(sine > 0.0 ? angle / sine : 0.0, v));
    return sine > 0.0 || q[0] != 0.0;
}

bool orientation_read(torsor_orientation kind, const double *numbers, mat3 *R)
{
    for (int i = 0; i < torsor_orientation_size(kind); i++)
        if (!isfinite(numbers[i]))
            return false;
    if (kind == TORSOR_ROTATION_MATRIX)
        return from_matrix(numbers, R);
    if (kind == TORSOR_QUATERNION)
        return from_quaternion(numbers, R);
    const vec3 v = vec3_load(numbers), angles = vec3_scale(DEGREE, v);
    *R = kind == TORSOR_EULER123   ? rotation_from_euler123(angles)
         : kind == TORSOR_EULER313 ? rotation_from_euler313(angles)
         : kind == TORSOR_EULER321 ? rotation_from_euler321(angles)
                                   : rotation_exp(v);
    return true;
}

static void to_quaternion(const mat3 *R, double *q)
{
    const vec3 phi = rotation_log(R);
    const double angle = vec3_norm(phi);
    q[0] = cos(angle / 2);
    vec3_store(q + 1, vec3_scale(angle > 0.0 ? sin(angle / 2) / angle : 0.5, phi));
}

void orientation_write(torsor_orientation kind, const mat3 *R, double *numbers)
{
    if (kind == TORSOR_ROTATION_MATRIX) {
        for (int i = 0; i < 9; i++)
            numbers[i] = R->e[i / 3][i % 3];
    } else if (kind == TORSOR_QUATERNION) {
        to_quaternion(R, numbers);
    } else if (kind == TORSOR_ROTATION_VECTOR) {
        vec3_store(numbers, rotation_log(R));
    } else {
        vec3_store(numbers, vec3_scale(1.0 / DEGREE, kind == TORSOR_EULER123   ? rotation_to_euler123(R)
                                                     : kind == TORSOR_EULER313 ? rotation_to_euler313(R)
                                                                               : rotation_to_euler321(R)));
    }
}

torsor_status torsor_convert_orientation(torsor_orientation from, const double *numbers, torsor_orientation to,
                                         double *result)
{
    mat3 R;
    if (!torsor_orientation_size(from) || !torsor_orientation_size(to) || !numbers || !result)
        return TORSOR_MISUSE;
    if (!orientation_read(from, numbers, &R))
        return TORSOR_ERROR;
    orientation_write(to, &R, result);
    return TORSOR_OK;
}
