/* node_electric.c - An electric potential. */
#include "node/scalar.h"

static void node_electric_read(reader *r, node *n) { read_scalar(r, n, DOF_DIFFERENTIAL); }

static void node_electric_output_row(const state *s, const node *n, record *out)
{
    static const scalar_names NAMES = {
        "V", QUANTITY_VOLTAGE, "Voltage", "VP", QUANTITY_VOLTAGE_DERIVATIVE, "Voltage time derivative"};
    scalar_output(s, n, &NAMES, out);
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
