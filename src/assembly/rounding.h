/* rounding.h - rounding errors of each row that result from rounding of the unknowns. */
#pragma once
#include "assembly/equations.h"

/* Uses the present Jacobian; `noise` has an entry for every row. */
void rounding_of_rows(const equations *equations, const state *state, double *noise);
/* From now on, treats constraints on positions that are violated by no more than rounding at this state as
 * satisfied. */
void rounding_forgive(equations *equations, const state *state, arena *memory);
