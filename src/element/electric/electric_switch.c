/* electric_switch.c - closed: V1 = V2; open: I = 0. The current I from node 1 to node 2 is an unknown. */
#include "element/electric/electric.h"
#include "model/reading.h"

typedef struct {
    terminals terminals;
    const drive *closed;
} electric_switch;

static void electric_switch_read(reader *reader, elem *element)
{
    electric_switch *electric_switch = element->self;
    read_terminals(reader, &electric_switch->terminals, 2);
    electric_switch->closed = read_drive(reader, "state of the switch");
    set_internal_current(element);
}

static bool is_closed(const electric_switch *electric_switch, const state *state)
{
    return drive_now(electric_switch->closed, state) >= 0.5;
}

static void electric_switch_eval(int lanes, const state *state, const elem *element, local *out)
{
    const electric_switch *electric_switch = element->self;
    const bool closed = is_closed(electric_switch, state);
    terminal_internal_current(lanes, 0, 1, state->y[element->internal], 2, 1.0, out);
    out->r[2] = closed ? terminal_drop(state, &electric_switch->terminals, 0, 1) : state->y[element->internal];
    if (lanes == 0)
        return;
    if (closed)
        terminal_drop_derivative(state, 2, 0, 1, 1.0, out);
    else
        out->J[2 * out->ld + 2] = 1.0;
}

static const char *const NAMES[] = {"I", NULL};

static double electric_switch_private_value(const state *state, const elem *element, int index)
{
    (void)index;
    return state->y[element->internal];
}

static void electric_switch_output_row(const state *state, const elem *element, record *out)
{
    const electric_switch *electric_switch = element->self;
    record_current(element, state->y[element->internal], out);
    record_terminals(state, &electric_switch->terminals, out);
    record_name(out, "state", QUANTITY_DIMENSIONLESS, "state of the switch");
    record_real(out, drive_now(electric_switch->closed, state));
    record_end(out);
}

static void electric_switch_sample(sampler *from, elem *element)
{
    electric_switch *electric_switch = element->self;
    sample_terminals(from, &electric_switch->terminals, 2);
    electric_switch->closed = drive_constant(from->memory, sample_integer(from, 0, 1));
    set_internal_current(element);
}

const elem_type electric_switch_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "switch",
    .grammar = "user defined: LABEL, switch, NODE, NODE, (DRIVE) STATE",
    .summary = "A switch, closed while a drive is 1.",
    .module = MODULE_FAB_ELECTRIC,
    .size = sizeof(electric_switch),
    .read = electric_switch_read,
    .connect = connect_with_current,
    .eval = electric_switch_eval,
    .output = electric_switch_output_row,
    .private_names = NAMES,
    .private_value = electric_switch_private_value,
    .internal_name = current_internal_name,
    .sample = electric_switch_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.reactions_work = true},
};
