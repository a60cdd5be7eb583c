/* node_hydraulic.c - A pressure. */
#include "node/scalar.h"

static void node_hydraulic_read(reader *r, node *n) { read_scalar(r, n, DOF_ALGEBRAIC); }

static void node_hydraulic_output_row(const state *s, const node *n, record *out)
{
    static const scalar_names NAMES = {"p", QUANTITY_PRESSURE, "Pressure", NULL, QUANTITY_NONE, NULL};
    scalar_output(s, n, &NAMES, out);
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
