/* lcp_tableau.h - pivots of a linear complementarity problem. */
#pragma once
#include "linalg/lcp.h"

/* w_i = M z + q */
static inline double lcp_w(const lcp *a, int i)
{
    double w = a->q[i];
    for (int k = 0; k < a->n; k++)
        w += a->M[i * a->n + k] * a->z[k];
    return w;
}

/* Lemke's method: how many pivots it took; -1: more than `most` (0: than it ever takes), -2: it has ended on a ray. */
int lcp_lemke(lcp *a, int most);
void lcp_base(lcp *a); /* fills the tableau with the basis of the solution z */
