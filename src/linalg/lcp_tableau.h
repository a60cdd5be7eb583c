/* lcp_tableau.h - pivoting for a linear complementarity problem. */
#pragma once
#include "linalg/lcp.h"

/* w_index = (M z + q)_index */
static inline double lcp_w(const lcp *problem, int index)
{
    double w = problem->q[index];
    for (int k = 0; k < problem->n; k++)
        w += problem->M[index * problem->n + k] * problem->z[k];
    return w;
}

/* Lemke's method. Returns the number of pivots; -1 if there are more than `most` (0: more than ever needed), -2 if it
 * has ended on a ray. */
int lcp_lemke(lcp *problem, int most);
void lcp_base(lcp *problem); /* fills the tableau with the basis of the solution z */
