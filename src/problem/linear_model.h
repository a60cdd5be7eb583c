/* linear_model.h - the equations linearized at the present state, with inputs, and without constraints.
 *
 *     E x' + A x + B u = 0        all unknowns x of the model, and the rates v = q' of positions and rotations q
 *     z' = F z + G u ...          independent ones (linalg/descriptor.h)
 *
 * Rotations are spins in global axes, theta, and their rates theta'; the change of an angular velocity w is
 * theta' + theta x w. */
#pragma once
#include "linalg/descriptor.h"
#include "problem/run.h"

/* Numbers that the equations depend on. */
typedef struct {
    int n;
    const double *now;
    /* Sets one of them, in a copy of the solution. */
    void (*set)(void *to, solution *solution, int input, double value);
    void *context;
} linear_inputs;

/* One matrix, as a list. */
typedef struct {
    int row, column;
    double value;
} linear_entry;
typedef ARRAY(linear_entry) linear_entries;

typedef struct {
    int n, n_all;    /* unknowns of the model; the same with rates */
    int *rate_of;    /* by unknown: index of its rate, from n; -1 if there is none */
    int *unknown_of; /* by index - n: whose rate it is */
    linear_entries E, A, B;
    descriptor *reduced;
} linear_model;

/* Linearizes the equations at the positions and velocities of the run, which is not changed. `consistent`, a clone of
 * its solution, receives the state: momenta, accelerations and reactions that belong to them, rotations relative to the
 * present orientations. Returns false after reporting an error; linear_model_free in any case. */
bool run_linearize(run *run, const linear_inputs *inputs, solution *consistent, linear_model *linear_model);
void linear_model_free(linear_model *linear_model);
