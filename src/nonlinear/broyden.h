/* broyden.h - Broyden's updates of a factored Jacobian matrix, stored as the steps taken since. */
#pragma once
#include "nonlinear/nonlinear.h"

enum { BROYDEN_UPDATES = 30 };

/* The stored steps, of n numbers each. */
typedef struct {
    int steps;                    /* number since the matrix was factored */
    double size[BROYDEN_UPDATES]; /* |s|^2 */
    double s[];                   /* the steps, one after the other */
} broyden_memory;

typedef struct {
    int n;
    broyden_memory *memory;
} broyden;

static inline size_t broyden_size(int n)
{
    return sizeof(broyden_memory) + (size_t)BROYDEN_UPDATES * (size_t)n * sizeof(double);
}
bool broyden_valid(const broyden_memory *memory);
/* Replaces z = -B_0^-1 r by the direction of the updated matrix. Returns false if that matrix is nearly singular. */
bool broyden_apply(const broyden *broyden, double *z);
/* Adds a full step. Returns false if no update follows from it. */
bool broyden_add(broyden *broyden, const double *step);
