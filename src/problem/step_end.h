/* step_end.h - the end of a step with constraints: velocities, accelerations and reactions that belong to positions.
 *
 *     phi_x v + phi_t = 0          M dv = phi_x' i
 *
 * A method that satisfies the constraints on positions leaves velocities that violate their derivative by its error,
 * and reactions of lower order. Velocities are projected in the metric of the masses, which does not change the motion
 * along the constraints; reactions and the derivatives of momenta then follow from the index 1 system (index1.h), and
 * have the order of positions. */
#pragma once
#include "problem/run_internals.h"

typedef struct step_end step_end;

step_end *step_end_create(run *run, const linear_options *options, arena *memory);
void step_end_destroy(step_end *end);                     /* accepts NULL */
void step_end_serialize(archive *archive, step_end *end); /* pivots and factors */
/* Changes the present solution, the end of a step of length h. It is left as it is in a model without constraints on
 * moving masses, or if the matrix of the projection is singular. */
void step_end_settle(step_end *end, double h);
