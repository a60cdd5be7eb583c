/* electric_capacitor.c - I = C (V1' - V2') from node 1 to node 2. */
#include "element/electric/passive.h"

static void electric_capacitor_read(reader *reader, elem *element) { read_passive(reader, element, "capacitance"); }

static double current(const state *state, const elem *element)
{
    const passive *passive = element->self;
    return passive->value * (state->yp[passive->terminals.nodes[0]->dof] - state->yp[passive->terminals.nodes[1]->dof]);
}

static void electric_capacitor_eval(int lanes, const state *state, const elem *element, local *out)
{
    const double g = ((const passive *)element->self)->value * state->drate, I = current(state, element);
    out->r[0] = -I;
    out->r[1] = I;
    if (lanes == 0)
        return;
    out->J[0] = out->J[out->ld + 1] = -g;
    out->J[1] = out->J[out->ld] = g;
}

static void electric_capacitor_output_row(const state *state, const elem *element, record *out)
{
    passive_output(state, element, current(state, element), out);
}

static double electric_capacitor_private_value(const state *state, const elem *element, int index)
{
    (void)index;
    return current(state, element);
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
