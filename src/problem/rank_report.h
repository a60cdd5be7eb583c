/* rank_report.h - names constraints that repeat each other, and motions that nothing determines. */
#pragma once
#include "assembly/equations.h"

typedef struct {
    int constraints, repeated; /* constraints, and how many of them repeat others */
    int motions;               /* unknowns that nothing determines */
    int freedoms;              /* velocities of nodes that the constraints leave */
} rank_findings;

/* Notes among the model's errors, one for each finding at the state; its dvalue and drate must be those of a step.
 * Overwrites the values of the model's matrix. */
void rank_report_all(const model *m, const state *s);
/* The same for the constraints alone, at any state. */
void rank_report_constraints(const model *m, const state *s);

/* An error and the notes for a model that was just read, in its initial configuration, with the given time step. */
rank_findings rank_check(model *m, double t, double dt);
