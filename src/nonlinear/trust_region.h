/* trust_region.h - a step limited to the region where the linear model is reliable, between Newton's and steepest
 * descent. */
#pragma once
#include "nonlinear/nonlinear.h"

typedef struct {
    int n;
    double radius; /* 0: the length of the first Newton step */
    double *y, *yp, *r, *newton, *descent, *product;
} trust_workspace;

void trust_prepare(trust_workspace *w, int n, arena *memory);
/* Requires Newton's direction in equations->d and the matrix of the present state. Moves the solution, and leaves the
 * new residual in equations->r and the correction in equations->d. */
outcome trust_step(trust_workspace *trust_workspace, const task *task);
