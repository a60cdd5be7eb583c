/* row_check.h - a result that is not a number ends the analysis, with the name and place of what it is a result of. */
#pragma once
#include "model/model.h"

/* After a row was recorded: false after a report when it held a NaN. */
bool node_row_is_good(const record *out, const state *s, const node *n, diag *errors);
bool elem_row_is_good(const record *out, const state *s, const elem *e, diag *errors);
bool drive_row_is_good(const record *out, const state *s, const drive *d, diag *errors);
