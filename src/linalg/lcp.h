/* lcp.h - the linear complementarity problem: w = M z + q,  w >= 0,  z >= 0,  w . z = 0. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Pivots (Lemke), sweeps (Gauss and Seidel, projected), and what the library Siconos has; of that, only rpgs is for
 * matrices with zeros in the diagonal. */
typedef enum {
    LCP_LEMKE,
    LCP_GAUSS_SEIDEL,
    LCP_SICONOS_RPGS,
    LCP_SICONOS_CPG,
    LCP_SICONOS_LATIN,
    LCP_SICONOS_LATIN_W,
    LCP_SICONOS_NEWTON_MIN,
    LCP_SICONOS_NEWTON_FB,
} lcp_method;

typedef struct {
    lcp_method method;
    double tolerance; /* of the error; pivots have none */
    int most;         /* pivots or iterations; 0: as many as are enough for every problem that is met in practice */
} lcp_options;

/* Problem, room and solution, all of the caller. */
typedef struct {
    int n;
    const double *M, *q; /* n rows of n */
    const int *block;    /* n; how many rows belong together, where the first of them is: sweeps solve them at once */
    double *z;           /* n, the solution */
    int *basic;          /* n */
    double *workspace;   /* LCP_ROOM(n) */
    int status;          /* 0: solved by the method; 1: there were too many iterations; else it has failed otherwise */
    int iterations;
    double error;  /* |min(w, z)| / |q| that the method has left */
    bool is_based; /* the tableau of the solution is in the room */
} lcp;

#define LCP_ROOM(n) (3 * (size_t)(n) * ((size_t)(n) + 1))

/* Whether this program can use it: a library may not be there. */
bool lcp_is_there(lcp_method by);
/* What a method that iterates has not solved is solved by pivots, and status says so. False: by neither, as there is no
 * solution on the way of the pivots. */
bool lcp_solve(lcp *problem, const lcp_options *options);
/* dz_j / dq_k while the same unknowns are positive, when their basis was asked for before. */
void lcp_find_basis(lcp *problem);
double lcp_derivative(const lcp *problem, int j, int index);
