/* rounding.h - rounding errors of each row that result from rounding of the unknowns. */
#pragma once
#include "assembly/equations.h"

/* Uses the present Jacobian. Returns an entry for every row, and space for another; both are valid until the next
 * call. */
double *rounding_of_rows(equations *equations, const state *state);
/* From now on, treats constraints on positions that are violated by no more than rounding at this state as
 * satisfied. */
void rounding_forgive(equations *equations, const state *state, arena *memory);
