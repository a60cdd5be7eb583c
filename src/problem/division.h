/* division.h - whether a run is divided among the ranks of an MPI job, and whether all ranks do the same. */
#pragma once
#include "problem/initial_phases.h"
#include "problem/run_internals.h"

/* Tells whether the model and the problem permit several ranks; reports an error if not. */
bool division_is_allowed(const run *run);
/* Creates run->equations for a linear solver: divided if that is possible; otherwise every rank has all of them, and a
 * note says why. Returns false after an error. */
bool division_create(run *run, const linear_backend *type);
/* A note says, once, that a singular matrix has ended the division. */
void division_announce(run *run);
/* Returns whether all ranks have the same solution; reports an error if not. */
bool division_agrees(run *run);
