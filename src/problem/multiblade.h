/* multiblade.h - coordinates of a rotor that do not rotate with it.
 *
 *     x_b = R_b(t) q_b,    q_b = a_0 + sum a_nc cos n psi_b + a_ns sin n psi_b (+ a_d (-1)^b),    psi_b = psi_b0 + W t
 *
 * q_b: motion of a node of blade b in axes fixed to the blade; a: multiblade coordinates, in which the equations of a
 * rotor with three or more equal blades have constant coefficients. With one or two blades they are q itself. Both are
 * x = P(t) a, and the equations E x' + K x = 0 become, again in terms of x = P a at the instant,
 *
 *     E (P a') + (K + E S) x = 0,    S = P' P^-1 */
#pragma once
#include "assembly/solution.h"

/* Blades with the same number of nodes each, listed in the same order; `hub` rotates with them. */
typedef struct {
    int n_blades, n_nodes;
    const unsigned *labels; /* labels of structural nodes: those of the first blade, of the second ... */
    unsigned hub;
} rotor_blades;

/* S by its entries: (S x)[to] += by * x[from]. */
typedef struct {
    int target, source;
    double factor;
    bool spins; /* entry of R_b' R_b^-1: rotating axes */
} rotation_entry;

typedef struct {
    rotation_entry *entries;
    int n;
} rotor_rotation;

/* At the present azimuth and speed; its data are in the arena. Returns NULL after reporting an error. */
const rotor_rotation *multiblade_create(const rotor_blades *rotor_blades, const solution *solution, arena *memory,
                                        diag *errors);
