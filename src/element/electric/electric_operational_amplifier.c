/* electric_operational_amplifier.c - V4 - V3 = G (V2 - V1), nodes 1 and 2: inputs, 3: reference, 4: output.
 *
 *     The current I into the output, from the reference, is an unknown; (V1 - V2)/R_in flows between the inputs.
 *
 * The sign of the gain is that of MBDyn. */
#include "element/electric/electric.h"
#include "deck/named_values.h"

typedef struct {
    terminals terminals;
    double gain, conductance;
} amplifier;

static void electric_operational_amplifier_read(reader *reader, elem *element)
{
    amplifier *amplifier = element->self;
    read_terminals(reader, &amplifier->terminals, 4);
    amplifier->gain = read_real_after(reader, "gain", 1e8);
    if (read_keyword(reader, "input resistance"))
        amplifier->conductance = 1.0 / read_positive(reader, "input resistance");
    set_internal_current(element);
}

static void electric_operational_amplifier_eval(int lanes, const state *state, const elem *element, local *out)
{
    const amplifier *amplifier = element->self;
    const double in = terminal_drop(state, &amplifier->terminals, 0, 1);
    terminal_current(lanes, state, 0, 1, amplifier->conductance * in, amplifier->conductance, out);
    terminal_internal_current(lanes, 2, 3, state->y[element->internal], 4, 1.0, out);
    out->r[4] = terminal_drop(state, &amplifier->terminals, 3, 2) / amplifier->gain + in;
    if (lanes == 0)
        return;
    terminal_drop_derivative(state, 4, 3, 2, 1.0 / amplifier->gain, out);
    terminal_drop_derivative(state, 4, 0, 1, 1.0, out);
}

static const char *const NAMES[] = {"I", NULL};

static double electric_operational_amplifier_private_value(const state *state, const elem *element, int index)
{
    (void)index;
    return state->y[element->internal];
}

static void electric_operational_amplifier_output_row(const state *state, const elem *element, record *out)
{
    static const int ORDER[] = {0, 1, 3, 2};
    const amplifier *amplifier = element->self;
    record_current(element, state->y[element->internal], out);
    for (int i = 0; i < 4; i++) {
        record_name_numbered(out, "V", ORDER[i] + 1, QUANTITY_VOLTAGE, "voltage of the node");
        record_real(out, terminal_V(state, &amplifier->terminals, ORDER[i]));
    }
    record_end(out);
}

static void electric_operational_amplifier_sample(sampler *from, elem *element)
{
    amplifier *amplifier = element->self;
    sample_terminals(from, &amplifier->terminals, 4);
    amplifier->gain = sample_real(from, 10, 20);
    amplifier->conductance = sample_real(from, 0, 1);
    set_internal_current(element);
}

const elem_type electric_operational_amplifier_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "operational amplifier",
    .grammar = "user defined: LABEL, operational amplifier, NODE, NODE, NODE, NODE [, gain, G] [, input resistance, R]",
    .summary = "An operational amplifier.",
    .module = MODULE_FAB_ELECTRIC,
    .size = sizeof(amplifier),
    .read = electric_operational_amplifier_read,
    .connect = connect_with_current,
    .eval = electric_operational_amplifier_eval,
    .output = electric_operational_amplifier_output_row,
    .private_names = NAMES,
    .private_value = electric_operational_amplifier_private_value,
    .internal_name = current_internal_name,
    .sample = electric_operational_amplifier_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.reactions_work = true},
};
