/* broyden.h - as many unknowns as equations, when evaluating is dear: Newton's method whose matrix is found once by
 * differences and then corrected by what each step shows (Broyden).
 *
 *     J du = -r,    J += (r1 - r0 - J du) du' / (du' du)                                                           */
#pragma once
#include <stdbool.h>

enum { BROYDEN_MOST = 20 };

typedef struct {
    int n;
    const double *step;      /* of the differences, by unknown */
    const double *tolerance; /* of each residual: all are within it in the end */
    int iterations;          /* at most */
    /* Residuals at u; false: it cannot be evaluated there. */
    bool (*residual)(void *on, const double *u, double *r);
    /* Is notified of each accepted u; NULL: nobody. */
    void (*accepted)(void *on, int iteration, const double *u, const double *r);
    void *context;
} broyden;

/* From u to a solution, or to the best that was found: false. */
bool broyden_solve(const broyden *broyden, double *u);
