/* node_abstract.c - A number without physical dimension. */
#include "model/drive.h"
#include "node/scalar.h"

static void read(reader *r, node *n)
{
    static const char *const KINDS[] = {"algebraic", "differential", NULL};
    scalar *s = n->self;
    const int kind = read_try_choice(r, KINDS);
    s->kind = kind == 0 ? DOF_ALGEBRAIC : DOF_DIFFERENTIAL;
    if (kind < 0 && read_peek_word(r) && !read_is_number(r) && !read_peek(r, "value") && !read_peek(r, "output") &&
        !read_peek(r, "scale"))
        read_choice(r, KINDS, "kind of abstract node");
    scalar_read_values(r, n, s->kind == DOF_DIFFERENTIAL);
}

static void output_row(const state *s, const node *n, record *out)
{
    static const scalar_names NAMES = {"X",  QUANTITY_DIMENSIONLESS, "state",
                                       "XP", QUANTITY_FREQUENCY,     "state derivative"};
    scalar_output(s, n, &NAMES, out);
}

const node_type node_abstract_type = {
    .keyword = "abstract",
    .counter = "abstract nodes",
    .rank = 3,
    .grammar = "abstract: LABEL [, { algebraic | differential }] [, [value,] V [, derivative, D]]",
    .summary = "A number without physical dimension.",
    .file = "abs",
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
