/* genel.c - common parts of general elements. */
#include "element/genel/genel.h"
#include "element/diag_rows.h"
#include "model/reading.h"

node_dof read_plain_dof(reader *reader, const char *what)
{
    const node_dof dof = read_node_dof(reader, true, what);
    if (!read_ok(reader))
        return dof;
    if (dof.node->n_dof > 0 && (dof.derivative || dof.node->type->kind(dof.node, dof.index) == DOF_ALGEBRAIC))
        read_error_last(reader, E_GENEL_ORDER);
    return dof;
}

void plain_dof(const state *state, const node_dof *dof, double *x, double *xp)
{
    node_dof of = *dof;
    of.derivative = false;
    *x = node_dof_value(state, &of);
    of.derivative = true;
    *xp = node_dof_value(state, &of);
}

int dof_row(const node_dof *dof)
{
    node_dof bound = *dof;
    node_dof_bind(&bound);
    return bound.row;
}

void genel_output_reaction(const state *state, const elem *element, record *out)
{
    record_begin(out, element->label);
    record_type(out, element->type->keyword);
    record_name(out, "F", QUANTITY_NONE, "reaction");
    record_real(out, state->y[element->internal]);
    record_end(out);
}
