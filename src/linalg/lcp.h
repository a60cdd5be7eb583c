/* lcp.h - the linear complementarity problem: w = M z + q,  w >= 0,  z >= 0,  w . z = 0. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Pivoting (Lemke), projected Gauss-Seidel sweeps, and solvers of the library Siconos. Of the latter, only rpgs handles
 * matrices with zeros on the diagonal. */
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
    double tolerance; /* of the error; not used by pivoting */
    /* limit of pivots or iterations; 0: a number sufficient for every problem that occurs in practice */
    int most;
} lcp_options;

/* Problem, workspace and solution, all owned by the caller. */
typedef struct {
    int n;
    const double *M, *q; /* n rows of n */
    const int *block;    /* n; at the first row of a block, its number of rows: sweeps solve a block at once */
    double *z;           /* n, the solution */
    int *basic;          /* n */
    double *workspace;   /* LCP_ROOM(n) */
    int status;          /* 0: solved by the method; 1: too many iterations; otherwise another failure */
    int iterations;
    double error;  /* remaining |min(w, z)| / |q| */
    bool is_based; /* the workspace holds the tableau of the solution */
} lcp;

#define LCP_WORKSPACE(n) (3 * (size_t)(n) * ((size_t)(n) + 1))

/* Tells whether the method is available: its library may be missing. */
bool lcp_is_there(lcp_method by);
/* A problem that an iterative method does not solve is solved by pivoting, and `status` says so. Returns false if
 * pivoting finds no solution either. */
bool lcp_solve(lcp *problem, const lcp_options *options);
/* lcp_derivative returns dz_j / dq_index while the same unknowns remain positive. Requires a previous call of
 * lcp_find_basis. */
void lcp_find_basis(lcp *problem);
double lcp_derivative(const lcp *problem, int j, int index);
