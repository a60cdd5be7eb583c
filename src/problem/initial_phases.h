/* initial_phases.h - what the files of the initial phases share. */
#pragma once
#include "problem/run_internals.h"

/* initial_phases.c: sets the momenta to those of the velocities. */
void find_momenta(run *run);
/* consistent_start.c: tells whether the start is to satisfy the derivatives of the constraints. */
bool starts_consistently(const problem *problem);
/* Finds velocities, accelerations and reactions that satisfy the constraints and their derivatives. A
 * failure is not reported. */
outcome consistent_start(run *run, nonlinear_report *report);
/* Finds the accelerations of nodes and coordinates, by unknown, and the reactions that belong to them, from values at
 * e, 2 e, 3 e after the present time; positions and velocities remain. A failure is not reported. */
outcome consistent_accelerations(run *run, double e, double *a, nonlinear_report *report);
