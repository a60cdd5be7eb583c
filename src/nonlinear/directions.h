/* directions.h - directions other than Newton's, for the options of nox. */
#pragma once
#include "nonlinear/nonlinear.h"

typedef struct {
    int n;
    double *g, *g_last; /* gradient J' r of half the squared residual, at this and at the previous iteration */
    double *last;       /* direction, or step, of the previous iteration */
    double *r_last;     /* residual there */
    double *product;
    bool has_last;
} direction_workspace;

void directions_prepare(direction_workspace *w, int n, arena *memory);

/* Set equations->d to the direction at the present state, to which equations->r belongs, and return the derivative of
 * half the squared residual along it. They evaluate the Jacobian matrix. */
double direction_steepest_descent(direction_workspace *direction_workspace, const task *task);
double direction_nonlinear_cg(direction_workspace *direction_workspace, const task *task);
/* Adds the curvature known from the previous step. Requires the Newton direction in equations->d and its factored
 * matrix. */
void direction_tensor(direction_workspace *direction_workspace, const task *task);
/* Stores the step that was taken for the next direction; r is the residual before it. */
void direction_store(direction_workspace *direction_workspace, const double *step, const double *r);
