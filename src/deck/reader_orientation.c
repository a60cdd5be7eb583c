/* reader_orientation.c - orientation matrices.
 *
 *     i, v, j, w       e_i = v/|v|, e_k = +-(e_i x w)/|..|, e_j = e_k x e_i: axis j in the plane of v and w
 *     i, v, j, guess   w has 1 at the smallest component of v, -v_min/v_max at the largest; of equal ones the second
 *                      precedes the first as the smallest, otherwise the first in order
 *     eye | matr, nine terms by rows [, tolerance, t]  (used unchanged; a warning if R R' is not I within t)
 *     euler | euler123 | euler313 | euler321, [degrees,] three angles
 *     vector, v        R = exp(v x)
 *
 * `default` is eye; `null` is refused. */
#include "deck/reader_state.h"
#include "deck/diag_rows.h"
#include "math/rotation.h"
#include <float.h>

static int read_axis(reader *reader)
{
    const int i = read_integer(reader, "index of an axis");
    if (!reader->failed && (i < 1 || i > 3))
        read_error_last(reader, E_ORIENTATION_INDEX, i);
    return reader->failed ? 0 : i - 1;
}

static vec3 guess(vec3 v)
{
    const double a[3] = {fabs(v.x), fabs(v.y), fabs(v.z)};
    int least = a[1] <= a[0] ? 1 : 0, most = a[1] > a[0] ? 1 : 0;
    least = a[2] < a[least] ? 2 : least;
    most = a[2] > a[most] ? 2 : most;
    double w[3] = {0.0, 0.0, 0.0};
    w[least] = 1.0;
    w[most] = -vec3_get(v, least) / vec3_get(v, most);
    return vec3_load(w);
}

static mat3 from_two_vectors(int i, vec3 e, int j, vec3 along)
{
    const bool cyclic = j == (i + 1) % 3;
    const vec3 normal = cyclic ? vec3_cross(e, along) : vec3_cross(along, e);
    /* Divides instead of multiplying by the inverse: orthogonal vectors remain so to the last digit. */
    const double length = vec3_norm(normal);
    const vec3 n = {normal.x / length, normal.y / length, normal.z / length};
    vec3 axis[3];
    axis[i] = e;
    axis[3 - i - j] = n;
    axis[j] = cyclic ? vec3_cross(n, e) : vec3_cross(e, n);
    return mat3_from_cols(axis[0], axis[1], axis[2]);
}

static mat3 read_two_vectors(reader *reader, const char *what)
{
    const source_location location = read_place(reader);
    const int i = read_axis(reader);
    const vec3 e = read_unit_vec3(reader, "first vector of the orientation");
    const int j = read_axis(reader);
    if (!reader->failed && i == j)
        read_error_last(reader, E_ORIENTATION_SAME_INDEX, i + 1);
    const bool guessed = read_keyword(reader, "guess");
    const vec3 along = guessed ? guess(e) : read_unit_vec3(reader, "second vector of the orientation");
    if (!reader->failed && vec3_norm(vec3_cross(e, along)) < 64.0 * DBL_EPSILON)
        read_error(reader, E_ORIENTATION_PARALLEL, location, what);
    return reader->failed ? MAT3_EYE : from_two_vectors(i, e, j, along);
}

static mat3 read_all_terms(reader *reader, const char *what)
{
    mat3 R;
    const double tolerance_default = 1.e-12;
    read_vector(reader, 9, &R.e[0][0], what);
    const source_location location = reader->last;
    const double tolerance = read_keyword(reader, "tolerance") ? read_real(reader, "tolerance") : tolerance_default;
    const mat3 square = mat3_mult(&R, &R), error = mat3_sub(&square, &MAT3_EYE);
    double largest = 0.0;
    for (int i = 0; i < 9; i++)
        largest = fmax(largest, fabs(error.e[i / 3][i % 3]));
    if (reader->failed)
        return MAT3_EYE;
    if (!(largest <= tolerance))
        diag_report(reader->errors, W_ORIENTATION_MATRIX, location, what, largest, tolerance);
    else if (mat3_det(&R) < 0.0)
        diag_report(reader->errors, W_ORIENTATION_MIRROR, location, what);
    return R;
}

static vec3 read_angles(reader *reader)
{
    const bool in_degrees = read_keyword(reader, "degrees");
    const vec3 angles = read_vec3(reader, "angles of the orientation");
    const double largest = fmax(fabs(angles.x), fmax(fabs(angles.y), fabs(angles.z)));
    if (!in_degrees && !reader->failed && largest > 2.0 * M_PI * (1.0 + 1e-9)) {
        diag_report(reader->errors, W_ANGLE_IN_DEGREES, reader->last, largest);
        diag_hint(reader->errors, "write 'degrees' before the angles, or 90.*deg2rad");
    }
    return vec3_scale(in_degrees ? M_PI / 180.0 : 1.0, angles);
}

mat3 read_orientation(reader *reader, const char *what)
{
    static const char *const words[] = {"eye",      "default",  "matr",   "euler", "euler123",
                                        "euler313", "euler321", "vector", "null",  NULL};
    switch (read_try_choice(reader, words)) {
    case 0:
    case 1:
        return MAT3_EYE;
    case 2:
        return read_all_terms(reader, what);
    case 3:
    case 4:
        return rotation_from_euler123(read_angles(reader));
    case 5:
        return rotation_from_euler313(read_angles(reader));
    case 6:
        return rotation_from_euler321(read_angles(reader));
    case 7:
        return rotation_exp(read_vec3(reader, "rotation vector"));
    case 8:
        read_error_last(reader, E_ORIENTATION_NULL);
        diag_hint(reader->errors, "'eye' is the orientation that does not rotate");
        return MAT3_EYE;
    default:
        return argument_begin(reader, what) ? read_two_vectors(reader, what) : MAT3_EYE;
    }
}
