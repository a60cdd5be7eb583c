/* trust_region.h - a step no longer than the linear model can be trusted, between Newton's and steepest descent's. */
#pragma once
#include "nonlinear/nonlinear.h"

typedef struct {
    int n;
    double radius; /* 0: that of the first Newton step */
    double *y, *yp, *r, *newton, *descent, *product;
} trust_workspace;

void trust_prepare(trust_workspace *w, int n, arena *memory);
/* Newton's direction is in a->d and the matrix of the present state at hand. Moves the solution, leaves the residual
 * there in a->r and the correction in a->d. */
outcome trust_step(trust_workspace *trust_workspace, const task *task);
