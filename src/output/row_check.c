/* row_check.c - ends the analysis if a result is NaN, and reports the name and location of its node or element. */
#include "output/row_check.h"
#include "output/diag_rows.h"

bool node_row_is_good(const record *out, const state *state, const node *node, diag *errors)
{
    if (out->has_nan)
        diag_report(errors, E_RESULT_NAN, node->location, state->t, node->type->keyword, " node", node->label);
    return !out->has_nan;
}

bool elem_row_is_good(const record *out, const state *state, const elem *element, diag *errors)
{
    if (out->has_nan)
        diag_report(errors, E_RESULT_NAN, element->location, state->t, element->type->card->name, "", element->label);
    return !out->has_nan;
}

bool drive_row_is_good(const record *out, const state *state, const drive *drive, diag *errors)
{
    if (out->has_nan)
        diag_report(errors, E_RESULT_NAN, drive->location, state->t, "drive caller", "", drive->label);
    return !out->has_nan;
}
