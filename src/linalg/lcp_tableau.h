/* lcp_tableau.h - pivots of a linear complementarity problem. */
#pragma once
#include "linalg/lcp.h"

/* w_i = M z + q */
static inline double lcp_w(const lcp *problem, int index)
{
    double w = problem->q[index];
    for (int k = 0; k < problem->n; k++)
        w += problem->M[index * problem->n + k] * problem->z[k];
    return w;
}

/* Lemke's method: how many pivots it took; -1: more than `most` (0: than it ever takes), -2: it has ended on a ray. */
int lcp_lemke(lcp *problem, int most);
void lcp_base(lcp *problem); /* fills the tableau with the basis of the solution z */
