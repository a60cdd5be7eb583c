/* genel.h - declarations shared by general elements. */
#pragma once
#include "contract/element.h"
#include "contract/law.h"

/* Reads a degree of freedom that must be the algebraic value of a differential unknown; reports an error otherwise. */
node_dof read_plain_dof(reader *reader, const char *what);
/* Returns its value and its derivative. */
void plain_dof(const state *state, const node_dof *dof, double *x, double *xp);
/* Returns the balance row of a degree of freedom, -1 if it has none; valid once the model is frozen. */
int dof_row(const node_dof *dof);
/* Writes the reaction of a clamp or a distance: label and multiplier. */
void genel_output_reaction(const state *state, const elem *element, record *out);
