/* electric_capacitor.c - I = C (V1' - V2') from node 1 to node 2. */
#include "element/electric/passive.h"

static void electric_capacitor_read(reader *r, elem *e) { read_passive(r, e, "capacitance"); }

static double current(const state *s, const elem *e)
{
    const passive *p = e->self;
    return p->value * (s->yp[p->terminals.nodes[0]->dof] - s->yp[p->terminals.nodes[1]->dof]);
}

static void electric_capacitor_eval(int n, const state *s, const elem *e, local *out)
{
    const double g = ((const passive *)e->self)->value * s->drate, I = current(s, e);
    out->r[0] = -I;
    out->r[1] = I;
    if (n == 0)
        return;
    out->J[0] = out->J[out->ld + 1] = -g;
    out->J[1] = out->J[out->ld] = g;
}

static void electric_capacitor_output_row(const state *s, const elem *e, record *out)
{
    passive_output(s, e, current(s, e), out);
}

static double electric_capacitor_private_value(const state *s, const elem *e, int index)
{
    (void)index;
    return current(s, e);
}

const elem_type electric_capacitor_type = {
    PASSIVE_SLOTS,
    .keyword = "capacitor",
    .grammar = "user defined: LABEL, capacitor, NODE, NODE, CAPACITANCE",
    .summary = "A capacitor.",
    .read = electric_capacitor_read,
    .eval = electric_capacitor_eval,
    .output = electric_capacitor_output_row,
    .private_value = electric_capacitor_private_value,
};
