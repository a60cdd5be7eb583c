/* radau_step.h - one step of Radau IIA (integrator/radau.h), whose three stages are solved together.
 *
 *     r(Y_i, Y'_i, t_i) = 0,   Y'_i = sum_j B_ij Z_j / h,   Y_i = Y_0 + Z_i          i = 1, 2, 3
 *
 * Rotations are parameters relative to the orientation at the beginning of the step, in all stages: the formula is that
 * of a vector space, and its order is kept. */
#pragma once
#include "problem/run_internals.h"

typedef struct radau radau;

/* Size of what a step leaves for the next one, as part of the solution. */
size_t radau_memory_size(const model *model);
/* Returns NULL if the linear solver of the deck is not available. */
radau *radau_create(run *run, const linear_options *options, void *bytes, arena *memory);
void radau_destroy(radau *radau); /* accepts NULL */
/* Serialize or restore pivots and factors of its solvers; all that the next step depends on. */
void radau_serialize_solvers(archive *archive, radau *radau);
void radau_serialize(archive *archive, radau *radau);
/* Performs a step of length h from the newest point of the history. `weights` of the unknowns are the reciprocals of
 * the errors that are allowed in them; NULL if the error is not controlled: Newton's method then ends by the residual,
 * otherwise when the error that it leaves is negligible. */
outcome radau_step(radau *radau, const convergence *test, double h, const double *weights, nonlinear_report *report);
/* Returns the error of the step that was solved, as a fraction of what the weights allow. */
double radau_error(radau *radau, const double *weights);
/* Tells whether the next step keeps its factors if it has the length of the last one. */
bool radau_keeps_factors(const radau *radau);
/* The next step uses nothing of the steps before it. */
void radau_restart(radau *radau);
/* To be called when the step is accepted: velocities are projected onto the constraints, and momenta, their derivatives
 * and reactions follow from them (step_end.h). */
void radau_accept(radau *radau);
