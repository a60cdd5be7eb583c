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

static void electric_operational_amplifier_read(reader *r, elem *e)
{
    amplifier *p = e->self;
    read_terminals(r, &p->terminals, 4);
    p->gain = read_real_after(r, "gain", 1e8);
    if (read_keyword(r, "input resistance"))
        p->conductance = 1.0 / read_positive(r, "input resistance");
    set_own_current(e);
}

static void electric_operational_amplifier_eval(int n, const state *s, const elem *e, local *out)
{
    const amplifier *p = e->self;
    const double in = terminal_drop(s, &p->terminals, 0, 1);
    terminal_current(n, s, 0, 1, p->conductance * in, p->conductance, out);
    terminal_own_current(n, 2, 3, s->y[e->own], 4, 1.0, out);
    out->r[4] = terminal_drop(s, &p->terminals, 3, 2) / p->gain + in;
    if (n == 0)
        return;
    terminal_drop_slope(s, 4, 3, 2, 1.0 / p->gain, out);
    terminal_drop_slope(s, 4, 0, 1, 1.0, out);
}

static const char *const NAMES[] = {"I", NULL};

static double electric_operational_amplifier_private_value(const state *s, const elem *e, int index)
{
    (void)index;
    return s->y[e->own];
}

static void electric_operational_amplifier_output_row(const state *s, const elem *e, record *out)
{
    static const int ORDER[] = {0, 1, 3, 2};
    const amplifier *p = e->self;
    record_current(e, s->y[e->own], out);
    for (int i = 0; i < 4; i++) {
        record_name_numbered(out, "V", ORDER[i] + 1, QUANTITY_VOLTAGE, "voltage of the node");
        record_real(out, terminal_V(s, &p->terminals, ORDER[i]));
    }
    record_end(out);
}

static void electric_operational_amplifier_sample(sampler *from, elem *e)
{
    amplifier *p = e->self;
    sample_terminals(from, &p->terminals, 4);
    p->gain = sample_real(from, 10, 20);
    p->conductance = sample_real(from, 0, 1);
    set_own_current(e);
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
    .own_name = current_own_name,
    .sample = electric_operational_amplifier_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.reactions_work = true},
};
