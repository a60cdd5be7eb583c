/* node_thermal.c - A temperature. */
#include "node/scalar.h"

static void read(reader *r, node *n)
{
    ((scalar *)n->self)->kind = DOF_DIFFERENTIAL;
    scalar_read_values(r, n, true);
}

static void output_row(const state *s, const node *n, record *out)
{
    static const scalar_names NAMES = {
        "T", QUANTITY_TEMPERATURE, "temperature", "TP", QUANTITY_TEMPERATURE_DERIVATIVE, "temperature derivative"};
    scalar_output(s, n, &NAMES, out);
}

const node_type node_thermal_type = {
    .keyword = "thermal",
    .counter = "thermal nodes",
    .rank = 2,
    .grammar = "thermal: LABEL [, [value,] V [, derivative, D]]",
    .summary = "A temperature.",
    .file = "thn",
    .size = sizeof(scalar),
    .read = read,
    .kind = scalar_kind,
    .initial = scalar_initial,
    .output_row = output_row,
    .private_index = scalar_private_index,
    .private_value = scalar_private_value,
    .private_names = scalar_private_names,
    .dof_name = scalar_dof_name,
};
