/* row_check.h - a result that is not a number ends the analysis, with the name and place of what it is a result of. */
#pragma once
#include "model/model.h"

/* After a row was recorded: false after a report when it held a NaN. */
bool node_row_is_good(const record *out, const state *state, const node *node, diag *errors);
bool elem_row_is_good(const record *out, const state *state, const elem *element, diag *errors);
bool drive_row_is_good(const record *out, const state *state, const drive *drive, diag *errors);
