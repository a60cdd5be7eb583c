/* rank_report.h - names redundant constraints and motions that nothing determines. */
#pragma once
#include "problem/scale_report.h"

typedef struct {
    int constraints, repeated; /* number of constraints, and how many of them are redundant */
    int refused;               /* of the redundant ones, those that cannot be solved: constraints of the ground */
    int motions;               /* number of unknowns that nothing determines */
    int freedoms;              /* number of velocities of nodes that the constraints leave free */
    scale_findings scales;     /* of a model that has neither */
} rank_findings;

/* Adds a note to the messages of the run for each finding at the state, whose dvalue and drate are those of a step. */
void rank_report_all(const state *state);
/* Does the same for the constraints alone, at any state. */
void rank_report_constraints(const state *state);

/* Adds an error and notes for a model that was just read, in its initial configuration, with the given time step. */
rank_findings rank_check(const model *model, double t, double dt, diag *errors);
