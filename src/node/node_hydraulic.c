/* node_hydraulic.c - A pressure. */
#include "node/scalar.h"

static void read(reader *r, node *n)
{
    ((scalar *)n->self)->kind = DOF_ALGEBRAIC;
    scalar_read_values(r, n, false);
}

const node_type node_hydraulic_type = {
    .keyword = "hydraulic",
    .counter = "hydraulic nodes",
    .grammar = "hydraulic: LABEL [, value, V]",
    .summary = "A pressure.",
    .file = "prs",
    .size = sizeof(scalar),
    .read = read,
    .kind = scalar_kind,
    .initial = scalar_initial,
    .output_row = scalar_output_row,
    .private_index = scalar_private_index,
    .private_value = scalar_private_value,
    .private_names = scalar_private_names,
    .dof_name = scalar_dof_name,
};
