/* broyden.h - solves as many equations as unknowns when evaluation is expensive: Newton's method with a matrix that is
 * computed once by differences and then updated after each step (Broyden).
 *
 *     J du = -r,    J += (r1 - r0 - J du) du' / (du' du) */
#pragma once
#include <stdbool.h>

enum { BROYDEN_MOST = 20 };

typedef struct {
    int n;
    const double *step;      /* of the differences, by unknown */
    const double *tolerance; /* of each residual: the solution is within all of them */
    int iterations;          /* maximum number */
    /* Computes the residuals at u; returns false if they cannot be evaluated there. */
    bool (*residual)(void *on, const double *u, double *r);
    /* Called for each accepted u; may be NULL. */
    void (*accepted)(void *on, int iteration, const double *u, const double *r);
    void *context;
} broyden;

/* Starts from u and replaces it by a solution. Returns false if there is none; u is then the best that was found. */
bool broyden_solve(const broyden *broyden, double *u);
