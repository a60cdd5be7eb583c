/* genel.h - what general elements share. */
#pragma once
#include "contract/element.h"
#include "contract/law.h"

/* The algebraic value of a differential degree of freedom; an error otherwise. */
node_dof read_plain_dof(reader *reader, const char *what);
/* Its value and its derivative. */
void plain_dof(const state *state, const node_dof *dof, double *x, double *xp);
/* The balance row of a degree of freedom, -1 when it has none; valid once the model is frozen. */
int dof_row(const node_dof *dof);
/* The reaction of a clamp or a distance: label and multiplier. */
void genel_output_reaction(const state *state, const elem *element, record *out);
