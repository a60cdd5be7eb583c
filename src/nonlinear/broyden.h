/* broyden.h - Broyden's updates of a factored Jacobian matrix, kept as the steps that were made since. */
#pragma once
#include "nonlinear/nonlinear.h"

enum { BROYDEN_UPDATES = 30 };

typedef struct {
    int n, steps;                 /* steps since the matrix was factored */
    double *s[BROYDEN_UPDATES];   /* the steps */
    double size[BROYDEN_UPDATES]; /* |s|^2 */
} broyden;

void broyden_prepare(broyden *b, int n, arena *memory);
/* z = -B_0^-1 r becomes the direction of the updated matrix; false when that matrix is nearly singular. */
bool broyden_apply(const broyden *b, double *z);
/* A full step was made; false when nothing can be learnt from it. */
bool broyden_add(broyden *b, const double *step);
void broyden_keep(archive *a, broyden *b);
