/* inertia.h - mass, first moment, inertia and momenta of bodies: translated, rotated, summed.
 *
 *     about a point, with d from there to a mass element dm that moves with v:
 *     m = sum dm      s = sum d dm      J = -sum d x d x dm      beta = sum v dm      gamma = sum d x v dm */
#pragma once
#include "math/vec3.h"

/* Returns J of a body about a point at d from its centre of mass, J - m d x d x; with -m from that point back. */
static inline mat3 inertia_moved(const mat3 *J, double m, vec3 d)
{
    const mat3 dd = mat3_skew_skew(d, d), t = mat3_scale(m, &dd);
    return mat3_sub(J, &t);
}

/* R J R' */
static inline mat3 inertia_rotated(const mat3 *R, const mat3 *J)
{
    const mat3 RJ = mat3_mul(R, J);
    return mat3_mult(&RJ, R);
}

/* A sum of bodies about one point, in global axes. */
typedef struct {
    double mass;
    vec3 s;
    mat3 J;
    vec3 beta, gamma;
    /* of variable bodies: rates of the momenta if the node neither accelerates nor rotates; moment about the node */
    vec3 beta_drift, gamma_drift;
} inertia_sum;

/* Adds a body, given about the point x, to a sum about the origin. */
void inertia_sum_add(inertia_sum *sum, vec3 x, double m, vec3 s, const mat3 *J, vec3 beta, vec3 gamma);
/* Returns a sum about the origin, moved to the point x. */
inertia_sum inertia_sum_about(const inertia_sum *sum, vec3 x);
