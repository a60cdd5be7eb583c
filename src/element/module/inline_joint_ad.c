/* inline_joint_ad.c - a point of node 2 stays on a line of node 1, axis 1 of its hinge (line.h). */
#include "element/module/line.h"

static void read(reader *r, elem *e)
{
    read_line(r, e);
    line_set(e, reader_arena(r), 0, OWN_ALGEBRAIC);
}

static const char *const NAMES[] = {"lambda1", "lambda2", NULL};

static double private_value(const state *s, const elem *e, int index) { return s->y[e->own + index - 1]; }

static void output_row(const state *s, const elem *e, record *out)
{
    line_record(s, e, out);
    record_end(out);
}

static void sample(sampler *from, elem *e)
{
    sample_line(from, e);
    line_set(e, from->memory, 0, OWN_ALGEBRAIC);
}

const elem_type inline_joint_ad_type = {
    LINE_SLOTS,
    .keyword = "inline joint ad",
    .grammar =
        "user defined: LABEL, inline joint ad, node1, NODE [, offset, F] [, orientation, R], node2, NODE [, offset, F]",
    .summary = "A point of a node stays on a line of another.",
    .module = MODULE_AUTODIFF_TEST,
    .size = sizeof(total),
    .read = read,
    .connect = total_connect,
    .eval = total_eval_both,
    .output = output_row,
    .private_names = NAMES,
    .private_value = private_value,
    .own_name = total_own_name,
    .sample = sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
};
