/* genel.c - what general elements share. */
#include "element/genel/genel.h"
#include "element/diag_rows.h"
#include "model/reading.h"

node_dof read_plain_dof(reader *r, const char *what)
{
    const node_dof d = read_node_dof(r, true, what);
    if (!read_ok(r))
        return d;
    if (d.derivative || d.node->type->kind(d.node, d.index) == DOF_ALGEBRAIC)
        read_error_last(r, E_GENEL_ORDER);
    return d;
}

void plain_dof(const state *s, const node_dof *d, double *x, double *xp)
{
    node_dof of = *d;
    of.derivative = false;
    *x = node_dof_value(s, &of);
    of.derivative = true;
    *xp = node_dof_value(s, &of);
}

int dof_row(const node_dof *d)
{
    node_dof bound = *d;
    node_dof_bind(&bound);
    return bound.row;
}

void genel_output_reaction(const state *s, const elem *e, record *out)
{
    record_begin(out, e->label);
    record_type(out, e->type->keyword);
    record_name(out, "F", QUANTITY_NONE, "reaction");
    record_real(out, s->y[e->own]);
    record_end(out);
}
