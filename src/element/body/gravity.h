/* gravity.h - the acceleration of gravity at a point. */
#pragma once
#include "contract/element.h"

/* `where` is the model's only gravity element, or NULL for no gravity. If gradient is not NULL, it receives dg/dx. */
vec3 gravity_at(const elem *where, const state *state, vec3 x, mat3 *gradient);
/* Returns false for a uniform field and for none: the gradient is zero. */
bool gravity_has_gradient(const elem *where);
/* Potential per unit mass at x; zero at the origin (uniform) or at infinity (central). */
double gravity_potential(const elem *where, const state *state, vec3 x);
