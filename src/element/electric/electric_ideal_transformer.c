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

static void electric_ideal_transformer_read(reader *reader, elem *element)
{
    transformer *transformer = element->self;
    read_terminals(reader, &transformer->terminals, 4);
    transformer->ratio = read_drive(reader, "ratio");
    set_internal_current(element);
}

static void electric_ideal_transformer_eval(int lanes, const state *state, const elem *element, local *out)
{
    const transformer *transformer = element->self;
    const double k = drive_now(transformer->ratio, state), I = state->y[element->internal];
    terminal_internal_current(lanes, 0, 1, k * I, 4, k, out);
    terminal_internal_current(lanes, 2, 3, I, 4, 1.0, out);
    out->r[4] =
        terminal_drop(state, &transformer->terminals, 2, 3) - k * terminal_drop(state, &transformer->terminals, 0, 1);
    if (lanes == 0)
        return;
    terminal_drop_derivative(state, 4, 2, 3, 1.0, out);
    terminal_drop_derivative(state, 4, 0, 1, -k, out);
}

static const char *const NAMES[] = {"I1", "I2", NULL};

static double electric_ideal_transformer_private_value(const state *state, const elem *element, int index)
{
    const transformer *transformer = element->self;
    return state->y[element->internal] * (index == 1 ? drive_now(transformer->ratio, state) : 1.0);
}

static void electric_ideal_transformer_output_row(const state *state, const elem *element, record *out)
{
    const transformer *transformer = element->self;
    record_begin(out, element->label);
    record_name(out, "I1", QUANTITY_NONE, "current of the input");
    record_real(out, electric_ideal_transformer_private_value(state, element, 1));
    record_name(out, "I2", QUANTITY_NONE, "current of the output");
    record_real(out, state->y[element->internal]);
    record_terminals(state, &transformer->terminals, out);
    record_name(out, "ratio", QUANTITY_DIMENSIONLESS, "ratio");
    record_real(out, drive_now(transformer->ratio, state));
    record_end(out);
}

static void electric_ideal_transformer_sample(sampler *from, elem *element)
{
    transformer *transformer = element->self;
    sample_terminals(from, &transformer->terminals, 4);
    transformer->ratio = sample_drive(from);
    set_internal_current(element);
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
    .internal_name = current_internal_name,
    .sample = electric_ideal_transformer_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.reactions_work = true},
};
