/* symmetric3.h - principal values and axes of a symmetric 3x3 matrix. */
#pragma once
#include "math/vec3.h"

/* m = axes diag(values) axes', axes right-handed and in no particular order; those of the frame when m is diagonal. */
void symmetric3_principal(const mat3 *m, vec3 *values, mat3 *axes);
