/* inertia.c - sums of bodies.
 *
 *     s(0) = s(x) + m x      J(0) = J(x) - m x x x x - x x s(x) x - s(x) x x x      gamma(0) = gamma(x) + x x beta  */
#include "math/inertia.h"

void inertia_sum_add(inertia_sum *sum, vec3 x, double m, vec3 s, const mat3 *J, vec3 beta, vec3 gamma)
{
    const mat3 xx = mat3_skew_skew(x, x), xs = mat3_skew_skew(x, s), sx = mat3_skew_skew(s, x);
    for (int i = 0; i < 9; i++) {
        const int p = i / 3, q = i % 3;
        sum->J.e[p][q] += J->e[p][q] - m * xx.e[p][q] - xs.e[p][q] - sx.e[p][q];
    }
    sum->mass += m;
    sum->s = vec3_add(sum->s, vec3_axpy(s, m, x));
    sum->beta = vec3_add(sum->beta, beta);
    sum->gamma = vec3_add(sum->gamma, vec3_add(gamma, vec3_cross(x, beta)));
}

inertia_sum inertia_sum_about(const inertia_sum *sum, vec3 x)
{
    inertia_sum inertia_sum = *sum;
    inertia_sum.s = vec3_axpy(sum->s, -sum->mass, x);
    inertia_sum.gamma = vec3_sub(sum->gamma, vec3_cross(x, sum->beta));
    const mat3 xs = mat3_skew_skew(x, inertia_sum.s), sx = mat3_skew_skew(inertia_sum.s, x), xx = mat3_skew_skew(x, x);
    for (int i = 0; i < 9; i++) {
        const int p = i / 3, q = i % 3;
        inertia_sum.J.e[p][q] = sum->J.e[p][q] + xs.e[p][q] + sx.e[p][q] + inertia_sum.mass * xx.e[p][q];
    }
    return inertia_sum;
}
