/* node_hydraulic.c - A pressure. */
#include "node/scalar.h"

static void node_hydraulic_read(reader *reader, node *node) { read_scalar(reader, node, DOF_ALGEBRAIC); }

static void node_hydraulic_output_row(const state *state, const node *node, record *out)
{
    static const scalar_names NAMES = {"p", QUANTITY_PRESSURE, "Pressure", NULL, QUANTITY_NONE, NULL};
    scalar_output(state, node, &NAMES, out);
}

const node_type node_hydraulic_type = {
    SCALAR_SLOTS,
    .keyword = "hydraulic",
    .counter = "hydraulic nodes",
    .rank = 4,
    .grammar = "hydraulic: LABEL [, [value,] V]",
    .summary = "A pressure.",
    .file = "prs",
    .level = "pres",
    .read = node_hydraulic_read,
    .output = node_hydraulic_output_row,
};
