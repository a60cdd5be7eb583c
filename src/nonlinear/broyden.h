/* broyden.h - Broyden's updates of a factored Jacobian matrix, kept as the steps that were made since. */
#pragma once
#include "nonlinear/nonlinear.h"

enum { BROYDEN_UPDATES = 30 };

/* What is remembered of them; n numbers a step. */
typedef struct {
    int steps;                    /* since the matrix was factored */
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
/* z = -B_0^-1 r becomes the direction of the updated matrix; false when that matrix is nearly singular. */
bool broyden_apply(const broyden *broyden, double *z);
/* A full step was made; false when nothing can be learnt from it. */
bool broyden_add(broyden *broyden, const double *step);
