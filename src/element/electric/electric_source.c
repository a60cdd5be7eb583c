/* electric_source.c - a source of voltage or current, independent or controlled; the last two nodes are the output, o1
 * and o2.
 *
 *     u = drive(t),  times V_i1 - V_i2 (voltage control) or the current from i1 to i2, which are then joined
 *         (current control)
 *     voltage:  V_o1 - V_o2 = u        current:  u into o1, out of o2
 *
 * The unknowns are the current I into o1 of a voltage source and the current of a controlling pair of nodes. */
#include "element/electric/electric.h"
#include "model/reading.h"

typedef enum { CONTROL_NONE, CONTROL_CURRENT, CONTROL_VOLTAGE } control_kind;

typedef struct {
    terminals terminals; /* inputs first */
    bool is_voltage;
    control_kind control;
    const drive *u;
} electric_source;

/* Local indices: of the output nodes; of the own unknowns, -1: none. */
typedef struct {
    int o, output, control;
} places;

static places electric_source_find(const electric_source *p)
{
    const int own = p->terminals.n;
    return (places){p->terminals.n - 2, p->is_voltage ? own : -1,
                    p->control == CONTROL_CURRENT ? own + p->is_voltage : -1};
}

static void electric_source_set(elem *e)
{
    const electric_source *p = e->self;
    e->n_own = p->is_voltage + (p->control == CONTROL_CURRENT);
    e->kinds = current_kinds;
}

static void electric_source_read(reader *r, elem *e)
{
    static const char *const KINDS[] = {"current", "voltage", NULL};
    electric_source *p = e->self;
    p->is_voltage = read_choice(r, KINDS, "kind of source") == 1;
    if (read_keyword(r, "control"))
        p->control = read_choice(r, KINDS, "kind of control") == 1 ? CONTROL_VOLTAGE : CONTROL_CURRENT;
    read_terminals(r, &p->terminals, p->control == CONTROL_NONE ? 2 : 4);
    p->u = read_drive(r, "source");
    electric_source_set(e);
}

static void electric_source_connect(const elem *e, layout *l)
{
    layout_terminals(l, &((const electric_source *)e->self)->terminals);
    layout_own(l);
}

static double own_at(const state *s, const elem *e, int k)
{
    return s->y[e->own + k - ((const electric_source *)e->self)->terminals.n];
}

/* What the drive is multiplied with. */
static double control(const state *s, const elem *e, const places *k)
{
    const electric_source *p = e->self;
    return p->control == CONTROL_NONE      ? 1.0
           : p->control == CONTROL_VOLTAGE ? terminal_drop(s, &p->terminals, 0, 1)
                                           : own_at(s, e, k->control);
}

/* c d u in a row. */
static void strength_slope(const state *s, const electric_source *p, const places *k, int row, double c, local *out)
{
    c *= drive_now(p->u, s);
    if (p->control == CONTROL_VOLTAGE)
        terminal_drop_slope(s, row, 0, 1, c, out);
    else if (p->control == CONTROL_CURRENT)
        out->J[row * out->ld + k->control] += c;
}

static void give_voltage(int n, const state *s, const elem *e, const places *k, double u, local *out)
{
    const electric_source *p = e->self;
    terminal_own_current(n, k->o + 1, k->o, own_at(s, e, k->output), k->output, 1.0, out);
    out->r[k->output] = terminal_drop(s, &p->terminals, k->o, k->o + 1) - u;
    if (n == 0)
        return;
    terminal_drop_slope(s, k->output, k->o, k->o + 1, 1.0, out);
    strength_slope(s, p, k, k->output, -1.0, out);
}

static void give_current(int n, const state *s, const elem *e, const places *k, double u, local *out)
{
    out->r[k->o] += u;
    out->r[k->o + 1] -= u;
    if (n == 0)
        return;
    strength_slope(s, e->self, k, k->o, 1.0, out);
    strength_slope(s, e->self, k, k->o + 1, -1.0, out);
}

static void electric_source_eval(int n, const state *s, const elem *e, local *out)
{
    const electric_source *p = e->self;
    const places k = electric_source_find(p);
    const double u = drive_now(p->u, s) * control(s, e, &k);
    (p->is_voltage ? give_voltage : give_current)(n, s, e, &k, u, out);
    if (k.control < 0)
        return;
    terminal_own_current(n, 0, 1, own_at(s, e, k.control), k.control, 1.0, out);
    out->r[k.control] = terminal_drop(s, &p->terminals, 0, 1);
    if (n > 0)
        terminal_drop_slope(s, k.control, 0, 1, 1.0, out);
}

static const char *const NAMES[] = {"I", NULL};

static double electric_source_private_value(const state *s, const elem *e, int index)
{
    (void)index;
    const electric_source *p = e->self;
    const places k = electric_source_find(p);
    return p->is_voltage ? own_at(s, e, k.output) : drive_now(p->u, s) * control(s, e, &k);
}

static void electric_source_output_row(const state *s, const elem *e, record *out)
{
    record_current(e, electric_source_private_value(s, e, 1), out);
    record_terminals(s, &((const electric_source *)e->self)->terminals, out);
    record_end(out);
}

static void electric_source_sample(sampler *from, elem *e)
{
    electric_source *p = e->self;
    p->is_voltage = sample_integer(from, 0, 1);
    p->control = (control_kind)sample_integer(from, 0, 2);
    sample_terminals(from, &p->terminals, p->control == CONTROL_NONE ? 2 : 4);
    p->u = sample_drive(from);
    electric_source_set(e);
}

const elem_type electric_source_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "electrical source",
    .grammar = "user defined: LABEL, electrical source, {current | voltage} [, control, {current | voltage}, NODE, "
               "NODE], NODE, NODE, "
               "(DRIVE) SOURCE",
    .summary = "A source of voltage or current, independent or controlled.",
    .module = MODULE_FAB_ELECTRIC,
    .size = sizeof(electric_source),
    .read = electric_source_read,
    .connect = electric_source_connect,
    .eval = electric_source_eval,
    .output = electric_source_output_row,
    .private_names = NAMES,
    .private_value = electric_source_private_value,
    .own_name = current_own_name,
    .sample = electric_source_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.reactions_work = true, .no_potential = true},
};
