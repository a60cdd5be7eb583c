/* electric_ideal_transformer.c - V3 - V4 = k (V1 - V2) and I1 = k I2, k a drive.
 *
 *     I1 out of node 1 and into node 2, I2 out of node 3 and into node 4; I2 is the unknown
 *
 * With these signs, which are those of MBDyn, power is not conserved (docs/differences.md). */
#include "element/electric/electric.h"
#include "model/reading.h"

typedef struct {
    terminals terminals;
    const drive *ratio;
} transformer;

static void electric_ideal_transformer_read(reader *r, elem *e)
{
    transformer *p = e->self;
    read_terminals(r, &p->terminals, 4);
    p->ratio = read_drive(r, "ratio");
    set_own_current(e);
}

static void electric_ideal_transformer_eval(int n, const state *s, const elem *e, local *out)
{
    const transformer *p = e->self;
    const double k = drive_now(p->ratio, s), I = s->y[e->own];
    terminal_own_current(n, 0, 1, k * I, 4, k, out);
    terminal_own_current(n, 2, 3, I, 4, 1.0, out);
    out->r[4] = terminal_drop(s, &p->terminals, 2, 3) - k * terminal_drop(s, &p->terminals, 0, 1);
    if (n == 0)
        return;
    terminal_drop_slope(s, 4, 2, 3, 1.0, out);
    terminal_drop_slope(s, 4, 0, 1, -k, out);
}

static const char *const NAMES[] = {"I1", "I2", NULL};

static double electric_ideal_transformer_private_value(const state *s, const elem *e, int index)
{
    const transformer *p = e->self;
    return s->y[e->own] * (index == 1 ? drive_now(p->ratio, s) : 1.0);
}

static void electric_ideal_transformer_output_row(const state *s, const elem *e, record *out)
{
    const transformer *p = e->self;
    record_begin(out, e->label);
    record_name(out, "I1", QUANTITY_NONE, "current of the input");
    record_real(out, electric_ideal_transformer_private_value(s, e, 1));
    record_name(out, "I2", QUANTITY_NONE, "current of the output");
    record_real(out, s->y[e->own]);
    record_terminals(s, &p->terminals, out);
    record_name(out, "ratio", QUANTITY_DIMENSIONLESS, "ratio");
    record_real(out, drive_now(p->ratio, s));
    record_end(out);
}

static void electric_ideal_transformer_sample(sampler *from, elem *e)
{
    transformer *p = e->self;
    sample_terminals(from, &p->terminals, 4);
    p->ratio = sample_drive(from);
    set_own_current(e);
}

const elem_type electric_ideal_transformer_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "ideal transformer",
    .grammar = "user defined: LABEL, ideal transformer, NODE, NODE, NODE, NODE, (DRIVE) RATIO",
    .summary = "An ideal transformer.",
    .module = MODULE_FAB_ELECTRIC,
    .size = sizeof(transformer),
    .read = electric_ideal_transformer_read,
    .connect = connect_with_current,
    .eval = electric_ideal_transformer_eval,
    .output = electric_ideal_transformer_output_row,
    .private_names = NAMES,
    .private_value = electric_ideal_transformer_private_value,
    .own_name = current_own_name,
    .sample = electric_ideal_transformer_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.reactions_work = true},
};
