/* symmetric3.h - principal values and axes of a symmetric 3x3 matrix. */
#pragma once
#include "math/vec3.h"

/* m = axes diag(values) axes', axes right-handed and in arbitrary order; those of the frame if m is diagonal. */
void symmetric3_principal(const mat3 *m, vec3 *values, mat3 *axes);

/* For a tensor as (11 22 33 12 23 31): the von Mises stress, and the principal values, the largest first; NAN if one of
 * the numbers is NAN. */
double six_von_mises(const double t[6]);
vec3 six_principal(const double t[6]);
