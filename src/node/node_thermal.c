/* node_thermal.c - A temperature. */
#include "node/scalar.h"

static void node_thermal_read(reader *reader, node *node) { read_scalar(reader, node, DOF_DIFFERENTIAL); }

static void node_thermal_output_row(const state *state, const node *node, record *out)
{
    static const scalar_names NAMES = {
        "T", QUANTITY_TEMPERATURE, "Temperature", "TP", QUANTITY_TEMPERATURE_DERIVATIVE, "Temperature time derivative"};
    scalar_output(state, node, &NAMES, out);
}

const node_type node_thermal_type = {
    SCALAR_SLOTS,
    .keyword = "thermal",
    .counter = "thermal nodes",
    .rank = 2,
    .grammar = "thermal: LABEL [, [value,] V [, derivative, D]]",
    .summary = "A temperature.",
    .file = "thn",
    .level = "thermal",
    .read = node_thermal_read,
    .output = node_thermal_output_row,
};
