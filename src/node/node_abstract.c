/* node_abstract.c - A number without physical dimension. */
#include "contract/drive.h"
#include "model/reading.h"
#include "node/scalar.h"

static void node_abstract_read(reader *r, node *n)
{
    static const char *const KINDS[] = {"algebraic", "differential", NULL};
    const int kind = read_try_choice(r, KINDS);
    if (kind < 0 && read_peek_word(r) && !read_is_number(r) && !read_peek(r, "value") && !read_peek(r, "output") &&
        !read_peek(r, "scale"))
        read_choice(r, KINDS, "kind of abstract node");
    read_scalar(r, n, kind == 0 ? DOF_ALGEBRAIC : DOF_DIFFERENTIAL);
}

static void node_abstract_output_row(const state *s, const node *n, record *out)
{
    static const scalar_names NAMES = {"X",  QUANTITY_DIMENSIONLESS, "State",
                                       "XP", QUANTITY_FREQUENCY,     "State time derivative"};
    scalar_output(s, n, &NAMES, out);
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
