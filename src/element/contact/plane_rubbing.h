/* plane_rubbing.h - two nodes in sliding contact on a plane of the second: velocity, force and bristles (bristle.h).
 *
 *     u = v1 + w1 x a1 - v2 - w2 x a2        a1, a2: from the nodes to the contact point,   U_i = e_i . u
 *     F = N e3 - N tau_1 e1 - N tau_2 e2     on node 1 at that point, -F on node 2;   e1, e2, e3: axes of the plane
 *     z' - rate = 0                          two rows of bristles
 *
 * The lanes of jets are the motion of node 1, of node 2, and unknowns of the element. */
#pragma once
#include "contract/element.h"

enum { RUBBING_ONE = 0, RUBBING_TWO = 6, RUBBING_INTERNAL = 12, RUBBING_LANES = 16 };

/* Local rows and columns of a contact by lane; -1: none. */
typedef struct {
    int columns[RUBBING_LANES];
} rubbing_columns;

typedef struct {
    jet3 axis[3], arm[2];
    jet1 U[2];
} rubbing;

/* Computes u, and U of the contact. Requires its axes and arms. */
void rubbing_slip(int lanes, const jet_node on[2], rubbing *rubbing, jet3 *u);
void rubbing_put(int lanes, local *out, const rubbing_columns *of, int row, double s, const jet1 *a);
void rubbing_press(int lanes, const rubbing *rubbing, const jet1 *N, const jet1 tau[2], local *out,
                   const rubbing_columns *of);
/* Adds the rows from lane `row` on, for the unknowns from `internal` on. */
void rubbing_bend(int lanes, const state *state, int internal, int row, const jet1 rate[2], local *out,
                  const rubbing_columns *of);
