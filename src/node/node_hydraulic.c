/* node_hydraulic.c - A pressure. */
#include "node/scalar.h"

static void read(reader *r, node *n)
{
    ((scalar *)n->self)->kind = DOF_ALGEBRAIC;
    scalar_read_values(r, n, false);
}

static void output_row(const state *s, const node *n, record *out)
{
    static const scalar_names NAMES = {"p", QUANTITY_PRESSURE, "pressure", NULL, QUANTITY_NONE, NULL};
    scalar_output(s, n, &NAMES, out);
}

const node_type node_hydraulic_type = {
    .keyword = "hydraulic",
    .counter = "hydraulic nodes",
    .rank = 4,
    .grammar = "hydraulic: LABEL [, [value,] V]",
    .summary = "A pressure.",
    .file = "prs",
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
