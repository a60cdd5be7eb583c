/* rotation.h - finite rotations.
 *
 *     R(g)   Cayley-Gibbs-Rodrigues, g = 2 tan(phi/2) n:   R = I + 4/(4 + g'g) (g x + g x g x / 2)
 *     G(g)   spin of R(g): w = G(g) g':                    G = 4/(4 + g'g) (I + g x / 2)
 *     exp    rotation vector phi n to R, and back (log, |phi| <= pi)
 *
 * Angles of the 123, 313 and 321 sequences, radians. */
#pragma once
#include "math/vec3.h"

mat3 rotation_from_cgr(vec3 g);         /* R(g) */
vec3 rotation_to_cgr(const mat3 *R);    /* g of R, |phi| < pi */
mat3 rotation_cgr_spin(vec3 g);         /* G(g) */
mat3 rotation_cgr_spin_inverse(vec3 g); /* G(g)^-1 = I - g x / 2 + g g' / 4 */
/* Derivative of G(g) v with respect to g: -2/(4 + g'g) (G(g) v g' + v x) */
mat3 rotation_cgr_spin_derivative(vec3 g, vec3 v);

/* Returns R (3 I - R'R) / 2: removes the stretch that rounding errors cause in a product of many rotations. */
mat3 rotation_normalised(const mat3 *R);

mat3 rotation_exp(vec3 phi);
vec3 rotation_log(const mat3 *R);
vec3 rotation_unwrap(vec3 phi, vec3 before); /* phi plus whole revolutions about its axis, nearest to before */
mat3 rotation_exp_spin(vec3 phi);            /* Gamma(phi): spin = Gamma phi' */
mat3 rotation_exp_spin_inverse(vec3 phi);    /* Gamma(phi)^-1 */

mat3 rotation_from_euler123(vec3 angles);
mat3 rotation_from_euler313(vec3 angles);
mat3 rotation_from_euler321(vec3 angles);
vec3 rotation_to_euler123(const mat3 *R);
vec3 rotation_to_euler313(const mat3 *R);
vec3 rotation_to_euler321(const mat3 *R);
