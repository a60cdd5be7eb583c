/* rank_report.h - names constraints that repeat each other, and motions that nothing determines. */
#pragma once
#include "problem/scale_report.h"

typedef struct {
    int constraints, repeated; /* constraints, and how many of them repeat others */
    int motions;               /* unknowns that nothing determines */
    int freedoms;              /* velocities of nodes that the constraints leave */
    scale_findings scales;     /* of a model that has neither */
} rank_findings;

/* Notes among the messages of the run, one for each finding at the state; its dvalue and drate are those of a step. */
void rank_report_all(const state *state);
/* The same for the constraints alone, at any state. */
void rank_report_constraints(const state *state);

/* An error and the notes for a model that was just read, in its initial configuration, with the given time step. */
rank_findings rank_check(const model *model, double t, double dt, diag *errors);
