/* relative_rotation.h - the parameters of a rotation relative to another one, and their derivatives.
 *
 *     g = g(R R_0'),    g' = G(g)^-1 w */
#pragma once
#include "integrator/integrator.h"
#include "math/rotation.h"

static inline void pose_relative_rotation(const pose *at, const pose *origin, vec3 *g, vec3 *rate)
{
    const mat3 D = mat3_mult(&at->R, &origin->R);
    *g = rotation_to_cgr(&D);
    const mat3 inverse = rotation_cgr_spin_inverse(*g);
    *rate = mat3_mulv(&inverse, at->w);
}
