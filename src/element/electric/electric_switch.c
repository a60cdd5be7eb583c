/* electric_switch.c - closed: V1 = V2; open: I = 0. The current I from node 1 to node 2 is an unknown. */
#include "element/electric/electric.h"
#include "model/reading.h"

typedef struct {
    terminals terminals;
    const drive *closed;
} electric_switch;

static void electric_switch_read(reader *r, elem *e)
{
    electric_switch *p = e->self;
    read_terminals(r, &p->terminals, 2);
    p->closed = read_drive(r, "state of the switch");
    set_own_current(e);
}

static bool is_closed(const electric_switch *p, const state *s) { return drive_now(p->closed, s) >= 0.5; }

static void electric_switch_eval(int n, const state *s, const elem *e, local *out)
{
    const electric_switch *p = e->self;
    const bool closed = is_closed(p, s);
    terminal_own_current(n, 0, 1, s->y[e->own], 2, 1.0, out);
    out->r[2] = closed ? terminal_drop(s, &p->terminals, 0, 1) : s->y[e->own];
    if (n == 0)
        return;
    if (closed)
        terminal_drop_slope(s, 2, 0, 1, 1.0, out);
    else
        out->J[2 * out->ld + 2] = 1.0;
}

static const char *const NAMES[] = {"I", NULL};

static double electric_switch_private_value(const state *s, const elem *e, int index)
{
    (void)index;
    return s->y[e->own];
}

static void electric_switch_output_row(const state *s, const elem *e, record *out)
{
    const electric_switch *p = e->self;
    record_current(e, s->y[e->own], out);
    record_terminals(s, &p->terminals, out);
    record_name(out, "state", QUANTITY_DIMENSIONLESS, "state of the switch");
    record_real(out, drive_now(p->closed, s));
    record_end(out);
}

static void electric_switch_sample(sampler *from, elem *e)
{
    electric_switch *p = e->self;
    sample_terminals(from, &p->terminals, 2);
    p->closed = drive_constant(from->memory, sample_integer(from, 0, 1));
    set_own_current(e);
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
    .own_name = current_own_name,
    .sample = electric_switch_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.reactions_work = true},
};
