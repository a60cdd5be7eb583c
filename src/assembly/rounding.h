/* rounding.h - what rounding of the unknowns leaves of each row. */
#pragma once
#include "assembly/equations.h"

/* From the Jacobian at hand; noise has space for every row. */
void rounding_of_rows(const equations *equations, const state *state, double *noise);
/* Constraints on positions that are violated by no more than rounding at this state count as met from now on. */
void rounding_forgive(equations *equations, const state *state, arena *memory);
