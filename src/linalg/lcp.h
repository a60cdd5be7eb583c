/* lcp.h - the linear complementarity problem: w = M z + q,  w >= 0,  z >= 0,  w . z = 0. */
#pragma once
#include <stdbool.h>

/* Room of the caller, and what is left in it: which variables are basic, and how they depend on q. */
typedef struct {
    int n;
    int *basic; /* n; k: w_k, n + k: z_k */
    double *T;  /* n rows of 2 n + 2: columns of w, z, the artificial variable, values */
    int pivots;
} lcp;

enum { LCP_WIDTH = 2 }; /* columns of T beside 2 n */

/* M: n rows of n. False when there is no solution that the method finds: it ends on a ray, or goes on for too long. */
bool lcp_solve(lcp *a, const double *M, const double *q);
double lcp_value(const lcp *a, int j);        /* z_j */
double lcp_slope(const lcp *a, int j, int k); /* dz_j / dq_k while the same variables are basic */
