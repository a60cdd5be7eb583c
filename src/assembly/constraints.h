/* constraints.h - rows of constraints, and which of them may repeat others (linalg/redundancy.h).
 *
 * As in MBDyn, the ground must not be fixed twice: in a model with inertia, constraints on one static node alone must
 * be independent of each other. */
#pragma once
#include "linalg/redundancy.h"
#include "model/model.h"

/* Returns the kinds of the rows, by unknown. */
constraint_kind *constraint_kinds(const model *model, arena *memory);
