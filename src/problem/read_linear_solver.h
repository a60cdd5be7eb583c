/* read_linear_solver.h - the card `linear solver` after its colon. */
#pragma once
#include "deck/reader.h"
#include "linalg/linear_solver.h"

/* *type: NULL for the best present one. */
void read_linear_solver(reader *r, const linear_type **type, linear_options *o);
extern const char linear_solver_grammar[];
