/* index1.h - the rows of the index 1 system: constraints and momenta are differentiated along the motion.
 *
 *     M a - b' = -dM/dt v        b' = f(x, v, l, t)        phi_x a = -d(phi_x v + phi_t)/dt        psi_v a = -dpsi/dt
 *
 * where d/dt is taken along the motion with constant v. Its matrix is that of a step whose c is small: the unknown of a
 * node is then c a, and a row that is differentiated gets c times its derivative as its residual. Other rows keep their
 * residual: states of first order, scalar nodes and algebraic unknowns. */
#pragma once
#include "problem/excursion.h"

typedef enum { ROW_OTHER, ROW_MOMENTUM, ROW_POSITION, ROW_VELOCITY } row_kind;

typedef struct {
    excursion path;       /* with constant velocities */
    row_kind *kind;       /* by row */
    bool *is_motion;      /* by unknown: positions of nodes and coordinates of elements */
    bool *left_out;       /* by equations.order: elements without rows to be differentiated */
    double *value, *rate; /* of these rows: phi_x v + phi_t or psi; derivatives along the motion */
    double c, e;          /* c of the matrix; distance in time of points along the motion */
} index1;

void index1_prepare(index1 *system, run *run, arena *memory);
/* Evaluates the Jacobian with c and lists the rows; which ones are constraints depends on which elements are active. */
void index1_list_rows(index1 *system);
/* Takes the motion of the path from the present solution. */
void index1_load_motion(index1 *system);
/* What the row of a constraint on positions is divided by: c, unless the element does not want it. */
double index1_row_factor(const index1 *system, int row);
/* Computes the residual, in equations.r. Once accelerations are known, only that of other rows: the system is linear in
 * them. */
void index1_residual(const index1 *system, bool is_first);
