/* electric_source.c - a source of voltage or current, independent or controlled; the last two nodes are the output, o1
 * and o2.
 *
 *     u = drive(t),  times V_i1 - V_i2 (voltage control) or the current from i1 to i2, which are then short-circuited
 *         (current control)
 *     voltage:  V_o1 - V_o2 = u        current:  u into o1, out of o2
 *
 * The unknowns are the current I into o1 of a voltage source and the current between a controlling pair of nodes. */
#include "element/electric/electric.h"
#include "model/reading.h"

typedef enum { CONTROL_NONE, CONTROL_CURRENT, CONTROL_VOLTAGE } control_kind;

typedef struct {
    terminals terminals; /* inputs first */
    bool is_voltage;
    control_kind control;
    const drive *drive;
} electric_source;

/* Local indices of the output nodes and of the internal unknowns; -1: none. */
typedef struct {
    int o, output, control;
} places;

static places electric_source_find(const electric_source *electric_source)
{
    const int internal = electric_source->terminals.n;
    return (places){electric_source->terminals.n - 2, electric_source->is_voltage ? internal : -1,
                    electric_source->control == CONTROL_CURRENT ? internal + electric_source->is_voltage : -1};
}

static void electric_source_set(elem *element)
{
    const electric_source *electric_source = element->self;
    element->n_internal = electric_source->is_voltage + (electric_source->control == CONTROL_CURRENT);
    element->kinds = current_kinds;
}

static void electric_source_read(reader *reader, elem *element)
{
    static const char *const KINDS[] = {"current", "voltage", NULL};
    electric_source *electric_source = element->self;
    electric_source->is_voltage = read_choice(reader, KINDS, "kind of source") == 1;
    if (read_keyword(reader, "control"))
        electric_source->control =
            read_choice(reader, KINDS, "kind of control") == 1 ? CONTROL_VOLTAGE : CONTROL_CURRENT;
    read_terminals(reader, &electric_source->terminals, electric_source->control == CONTROL_NONE ? 2 : 4);
    electric_source->drive = read_drive(reader, "source");
    electric_source_set(element);
}

static void electric_source_connect(const elem *element, layout *layout)
{
    layout_terminals(layout, &((const electric_source *)element->self)->terminals);
    layout_internal(layout);
}

static double internal_at(const state *state, const elem *element, int k)
{
    return state->y[element->internal + k - ((const electric_source *)element->self)->terminals.n];
}

/* Returns the factor of the drive. */
static double control(const state *state, const elem *element, const places *places)
{
    const electric_source *electric_source = element->self;
    return electric_source->control == CONTROL_NONE      ? 1.0
           : electric_source->control == CONTROL_VOLTAGE ? terminal_drop(state, &electric_source->terminals, 0, 1)
                                                         : internal_at(state, element, places->control);
}

/* Adds c times the derivative of u to a row. */
static void strength_derivative(const state *state, const electric_source *electric_source, const places *places,
                                int row, double c, local *out)
{
    c *= drive_now(electric_source->drive, state);
    if (electric_source->control == CONTROL_VOLTAGE)
        terminal_drop_derivative(state, row, 0, 1, c, out);
    else if (electric_source->control == CONTROL_CURRENT)
        out->J[row * out->ld + places->control] += c;
}

static void give_voltage(int lanes, const state *state, const elem *element, const places *places, double u, local *out)
{
    const electric_source *electric_source = element->self;
    terminal_internal_current(lanes, places->o + 1, places->o, internal_at(state, element, places->output),
                              places->output, 1.0, out);
    out->r[places->output] = terminal_drop(state, &electric_source->terminals, places->o, places->o + 1) - u;
    if (lanes == 0)
        return;
    terminal_drop_derivative(state, places->output, places->o, places->o + 1, 1.0, out);
    strength_derivative(state, electric_source, places, places->output, -1.0, out);
}

static void give_current(int lanes, const state *state, const elem *element, const places *places, double u, local *out)
{
    out->r[places->o] += u;
    out->r[places->o + 1] -= u;
    if (lanes == 0)
        return;
    strength_derivative(state, element->self, places, places->o, 1.0, out);
    strength_derivative(state, element->self, places, places->o + 1, -1.0, out);
}

static void electric_source_eval(int lanes, const state *state, const elem *element, local *out)
{
    const electric_source *electric_source = element->self;
    const places places = electric_source_find(electric_source);
    const double u = drive_now(electric_source->drive, state) * control(state, element, &places);
    (electric_source->is_voltage ? give_voltage : give_current)(lanes, state, element, &places, u, out);
    if (places.control < 0)
        return;
    terminal_internal_current(lanes, 0, 1, internal_at(state, element, places.control), places.control, 1.0, out);
    out->r[places.control] = terminal_drop(state, &electric_source->terminals, 0, 1);
    if (lanes > 0)
        terminal_drop_derivative(state, places.control, 0, 1, 1.0, out);
}

static const char *const NAMES[] = {"I", NULL};

static double electric_source_private_value(const state *state, const elem *element, int index)
{
    (void)index;
    const electric_source *electric_source = element->self;
    const places places = electric_source_find(electric_source);
    return electric_source->is_voltage ? internal_at(state, element, places.output)
                                       : drive_now(electric_source->drive, state) * control(state, element, &places);
}

static void electric_source_output_row(const state *state, const elem *element, record *out)
{
    record_current(element, electric_source_private_value(state, element, 1), out);
    record_terminals(state, &((const electric_source *)element->self)->terminals, out);
    record_end(out);
}

static void electric_source_sample(sampler *from, elem *element)
{
    electric_source *electric_source = element->self;
    electric_source->is_voltage = sample_integer(from, 0, 1);
    electric_source->control = (control_kind)sample_integer(from, 0, 2);
    sample_terminals(from, &electric_source->terminals, electric_source->control == CONTROL_NONE ? 2 : 4);
    electric_source->drive = sample_drive(from);
    electric_source_set(element);
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
    .internal_name = current_internal_name,
    .sample = electric_source_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.reactions_work = true, .no_potential = true},
};
