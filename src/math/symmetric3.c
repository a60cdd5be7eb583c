/* symmetric3.c - principal values and axes by Jacobi rotations: each zeroes one off-diagonal entry; a few sweeps
 * suffice. */
#include "math/symmetric3.h"

static void rotate(mat3 *a, mat3 *v, int p, int q)
{
    if (a->e[p][q] == 0)
        return;
    const double theta = (a->e[q][q] - a->e[p][p]) / (2 * a->e[p][q]);
    const double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    const double c = 1 / sqrt(t * t + 1), s = t * c;
    mat3 turn = MAT3_EYE;
    turn.e[p][p] = turn.e[q][q] = c;
    turn.e[p][q] = s, turn.e[q][p] = -s;
    const mat3 left = mat3_tmul(&turn, a);
    *a = mat3_mul(&left, &turn);
    *v = mat3_mul(v, &turn);
}

static vec3 with_positive_largest(vec3 a)
{
    double most = a.x;
    most = fabs(a.y) > fabs(most) ? a.y : most;
    most = fabs(a.z) > fabs(most) ? a.z : most;
    return most < 0 ? vec3_neg(a) : a;
}

void symmetric3_principal(const mat3 *m, vec3 *values, mat3 *axes)
{
    enum { SWEEPS = 12 };
    mat3 a = *m, v = MAT3_EYE;
    for (int i = 0; i < SWEEPS; i++) {
        rotate(&a, &v, 0, 1);
        rotate(&a, &v, 0, 2);
        rotate(&a, &v, 1, 2);
    }
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++)
        for (int j = i + 1; j < 3; j++)
            if (a.e[order[j]][order[j]] > a.e[order[i]][order[i]]) {
                const int keep = order[i];
                order[i] = order[j], order[j] = keep;
            }
    *values = (vec3){a.e[order[0]][order[0]], a.e[order[1]][order[1]], a.e[order[2]][order[2]]};
    const vec3 first = with_positive_largest(mat3_col(&v, order[0])),
               third = with_positive_largest(mat3_col(&v, order[2]));
    *axes = mat3_from_cols(first, vec3_cross(third, first), third);
}
