/* electric_resistor.c - I = (V1 - V2)/R from node 1 to node 2. */
#include "element/electric/passive.h"

static void electric_resistor_read(reader *reader, elem *element) { read_passive(reader, element, "resistance"); }

static double current(const state *state, const elem *element)
{
    const passive *passive = element->self;
    return terminal_drop(state, &passive->terminals, 0, 1) / passive->value;
}

static void electric_resistor_eval(int lanes, const state *state, const elem *element, local *out)
{
    terminal_current(lanes, state, 0, 1, current(state, element), 1.0 / ((const passive *)element->self)->value, out);
}

static void electric_resistor_output_row(const state *state, const elem *element, record *out)
{
    passive_output(state, element, current(state, element), out);
}

static double electric_resistor_private_value(const state *state, const elem *element, int index)
{
    (void)index;
    return current(state, element);
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
