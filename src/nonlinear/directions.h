/* directions.h - other directions than Newton's, for the options of nox. */
#pragma once
#include "nonlinear/nonlinear.h"

typedef struct {
    int n;
    double *g, *g_last; /* gradient J' r of half the square of the residual, here and at the iteration before */
    double *last;       /* direction, or step, of the iteration before */
    double *r_last;     /* residual there */
    double *product;
    bool has_last;
} direction_workspace;

void directions_prepare(direction_workspace *w, int n, arena *memory);

/* a->d becomes the direction at the present state, where a->r belongs to it; the derivative of half the square of the
 * residual along it is returned. They make the Jacobian matrix. */
double direction_steepest_descent(direction_workspace *direction_workspace, const task *task);
double direction_nonlinear_cg(direction_workspace *direction_workspace, const task *task);
/* The Newton direction is in a->d, its matrix is at hand and factored: adds what the step before tells of curvature. */
void direction_tensor(direction_workspace *direction_workspace, const task *task);
/* Keeps the step that was made, for the next direction; r: the residual before it. */
void direction_serialize(direction_workspace *direction_workspace, const double *step, const double *r);
