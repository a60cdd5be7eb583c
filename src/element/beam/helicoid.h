/* helicoid.h - the screw motion that takes one frame to another: its twist, rate and midpoint. */
#pragma once
#include "element/joint/joint.h"

typedef struct {
    jet_side side[2];
    jet3 phi, rho;         /* rotation and translation of the twist, in the axes of frame 1 */
    jet3 phi_dot, rho_dot; /* their time derivatives */
    jet3 p;                /* midpoint of the line */
    jet3 half;             /* phi / 2, and functions of its square */
    jet1 sine, versine;    /* sin h / h, (1 - cos h) / h^2 */
} helicoid;

void helicoid_set(int n, const state *state, const joint_side side[2], helicoid *helicoid);
/* r = H1 exp(phi/2) a: from the axes at the midpoint to global axes. */
void helicoid_global(int lanes, const joint_side side[2], const helicoid *helicoid, jet3 *r, const jet3 *a);
