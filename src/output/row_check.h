/* row_check.h - ends the analysis if a result is NaN, and reports the name and location of its node or element. */
#pragma once
#include "model/model.h"

/* Check a row after it was recorded. Return false after reporting an error if it contained a NaN. */
bool node_row_is_good(const record *out, const state *state, const node *node, diag *errors);
bool elem_row_is_good(const record *out, const state *state, const elem *element, diag *errors);
bool drive_row_is_good(const record *out, const state *state, const drive *drive, diag *errors);
