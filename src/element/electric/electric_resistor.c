/* electric_resistor.c - I = (V1 - V2)/R from node 1 to node 2. */
#include "element/electric/passive.h"

static void electric_resistor_read(reader *r, elem *e) { read_passive(r, e, "resistance"); }

static double current(const state *s, const elem *e)
{
    const passive *p = e->self;
    return terminal_drop(s, &p->terminals, 0, 1) / p->value;
}

static void electric_resistor_eval(int n, const state *s, const elem *e, local *out)
{
    terminal_current(n, s, 0, 1, current(s, e), 1.0 / ((const passive *)e->self)->value, out);
}

static void electric_resistor_output_row(const state *s, const elem *e, record *out)
{
    passive_output(s, e, current(s, e), out);
}

static double electric_resistor_private_value(const state *s, const elem *e, int index)
{
    (void)index;
    return current(s, e);
}

const elem_type electric_resistor_type = {
    PASSIVE_SLOTS,
    .keyword = "resistor",
    .grammar = "user defined: LABEL, resistor, NODE, NODE, RESISTANCE",
    .summary = "A resistor.",
    .read = electric_resistor_read,
    .eval = electric_resistor_eval,
    .output = electric_resistor_output_row,
    .private_value = electric_resistor_private_value,
};
