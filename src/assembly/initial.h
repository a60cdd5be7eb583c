/* initial.h - the initial assembly: positions and velocities that satisfy the constraints, as near as possible to those
 * given. */
#pragma once
#include "assembly/solution.h"

typedef struct {
    int iterations; /* done */
    double error;   /* norm of the last residual */
    int worst_row;  /* row of the model with the largest residual, -1: none */
    bool singular;  /* the constraints repeat or contradict each other; worst_row is where it showed */
} initial_report;

/* True when the constraints are met within the tolerance of the control data (or nothing had to be done). */
bool initial_assembly(solution *u, initial_report *report);
