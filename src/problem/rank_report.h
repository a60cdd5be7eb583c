/* rank_report.h - names constraints that repeat each other, and motions that nothing determines. */
#pragma once
#include "assembly/equations.h"

typedef struct {
    int constraints, repeated; /* constraints, and how many of them repeat others */
    int motions;               /* unknowns that nothing determines */
    int freedoms;              /* velocities of nodes that the constraints leave */
} rank_findings;

/* Looks at the equations of the state, whose dvalue and drate must be those of a step, and adds a note for each finding to the
 * model's errors. Overwrites the values of the model's matrix. */
rank_findings rank_report_notes(const model *m, const state *s);

/* The same for a model that was just read, in its initial configuration, with the given time step; an error comes before the notes. */
rank_findings rank_check(model *m, double t, double dt);
