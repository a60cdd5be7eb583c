/* read_linear_solver.h - the card `linear solver` after its colon. */
#pragma once
#include "deck/reader.h"
#include "linalg/linear_backend.h"

/* Sets *backend to NULL for the default. */
void read_linear_solver(reader *reader, const linear_backend **backend, linear_options *options);
/* Returns the grammar with the keywords of all backends. */
const char *linear_solver_grammar(void);
