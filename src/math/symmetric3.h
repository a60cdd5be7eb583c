/* symmetric3.h - principal values and axes of a symmetric 3x3 matrix. */
#pragma once
#include "math/vec3.h"

/* m = axes diag(values) axes', axes right-handed and in no particular order; those of the frame when m is diagonal. */
void symmetric3_principal(const mat3 *m, vec3 *values, mat3 *axes);

/* Of a tensor as (11 22 33 12 23 31): von Mises's stress, and the principal values, the largest first; NAN when one of
 * the numbers is none. */
double six_von_mises(const double t[6]);
vec3 six_principal(const double t[6]);
