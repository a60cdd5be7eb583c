/* node_electric.c - An electric potential. */
#include "node/scalar.h"

static void read(reader *r, node *n)
{
    ((scalar *)n->self)->kind = DOF_DIFFERENTIAL;
    scalar_read_values(r, n, true);
}

static void output_row(const state *s, const node *n, record *out)
{
    static const scalar_names NAMES = {
        "V", QUANTITY_VOLTAGE, "voltage", "VP", QUANTITY_VOLTAGE_DERIVATIVE, "voltage derivative"};
    scalar_output(s, n, &NAMES, out);
}

const node_type node_electric_type = {
    .keyword = "electric",
    .counter = "electric nodes",
    .rank = 1,
    .grammar = "electric: LABEL [, [value,] V [, derivative, D]]",
    .summary = "An electric potential.",
    .file = "ele",
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
