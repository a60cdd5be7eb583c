/* row_check.c - a result that is not a number ends the analysis, with the name and place of what it is a result of. */
#include "output/row_check.h"
#include "output/diag_rows.h"

bool node_row_is_good(const record *out, const state *s, const node *n, diag *errors)
{
    if (out->has_nan)
        diag_report(errors, E_RESULT_NAN, n->where, s->t, n->type->keyword, " node", n->label);
    return !out->has_nan;
}

bool elem_row_is_good(const record *out, const state *s, const elem *e, diag *errors)
{
    if (out->has_nan)
        diag_report(errors, E_RESULT_NAN, e->where, s->t, e->type->card->name, "", e->label);
    return !out->has_nan;
}

bool drive_row_is_good(const record *out, const state *s, const drive *d, diag *errors)
{
    if (out->has_nan)
        diag_report(errors, E_RESULT_NAN, d->where, s->t, "drive caller", "", d->label);
    return !out->has_nan;
}
