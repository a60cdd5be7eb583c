/* symmetric3.h - principal values and axes of a symmetric 3x3 matrix. */
#pragma once
#include "math/vec3.h"

/* m = axes diag(values) axes'; values in descending order, axes right-handed, the largest components of the first and
 * the third axis positive. */
void symmetric3_principal(const mat3 *m, vec3 *values, mat3 *axes);
