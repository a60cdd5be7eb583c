/* gravity.h - the acceleration of gravity at a point. */
#pragma once
#include "contract/element.h"

/* `where` is the model's single gravity element or NULL (then zero). gradient, when not NULL, receives dg/dx. */
vec3 gravity_at(const elem *where, const state *state, vec3 x, mat3 *gradient);
/* False for a uniform field (and none): the gradient is zero. */
bool gravity_has_gradient(const elem *where);
/* Potential of a unit mass at x, zero at the origin (uniform) or at infinity (central). */
double gravity_potential(const elem *where, const state *state, vec3 x);
