/* node_abstract.c - A number without physical dimension. */
#include "contract/drive.h"
#include "model/reading.h"
#include "node/scalar.h"

static void node_abstract_read(reader *reader, node *node)
{
    static const char *const KINDS[] = {"algebraic", "differential", NULL};
    const int kind = read_try_choice(reader, KINDS);
    if (kind < 0 && read_peek_word(reader) && !read_is_number(reader) && !read_peek(reader, "value") &&
        !read_peek(reader, "output") && !read_peek(reader, "scale"))
        read_choice(reader, KINDS, "kind of abstract node");
    read_scalar(reader, node, kind == 0 ? DOF_ALGEBRAIC : DOF_DIFFERENTIAL);
}

static void node_abstract_output_row(const state *state, const node *node, record *out)
{
    static const scalar_names NAMES = {"X",  QUANTITY_DIMENSIONLESS, "State",
                                       "XP", QUANTITY_FREQUENCY,     "State time derivative"};
    scalar_output(state, node, &NAMES, out);
}

const node_type node_abstract_type = {
    SCALAR_SLOTS,
    .keyword = "abstract",
    .counter = "abstract nodes",
    .rank = 3,
    .grammar = "abstract: LABEL [, { algebraic | differential }] [, [value,] V [, derivative, D]]",
    .summary = "A number without physical dimension.",
    .file = "abs",
    .level = "abstr",
    .read = node_abstract_read,
    .output = node_abstract_output_row,
};
