/* node_electric.c - An electric potential. */
#include "node/scalar.h"

static void node_electric_read(reader *reader, node *node) { read_scalar(reader, node, DOF_DIFFERENTIAL); }

static void node_electric_output_row(const state *state, const node *node, record *out)
{
    static const scalar_names NAMES = {
        "V", QUANTITY_VOLTAGE, "Voltage", "VP", QUANTITY_VOLTAGE_DERIVATIVE, "Voltage time derivative"};
    scalar_output(state, node, &NAMES, out);
}

const node_type node_electric_type = {
    SCALAR_SLOTS,
    .keyword = "electric",
    .counter = "electric nodes",
    .rank = 1,
    .grammar = "electric: LABEL [, [value,] V [, derivative, D]]",
    .summary = "An electric potential.",
    .file = "ele",
    .level = "elec",
    .read = node_electric_read,
    .output = node_electric_output_row,
};
