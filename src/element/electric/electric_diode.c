/* electric_diode.c - a diode from node 1 to node 2.
 *
 *     I = I_f exp(V/(n_f V_T)) - I_b exp(-(V + V_b)/(n_r V_T)),     V = V1 - V2
 *
 * As in MBDyn, the first exponential is not reduced by one. Beyond exp(50) both are extended linearly to avoid overflow
 * during the iteration. */
#include "element/electric/electric.h"
#include "element/electric/semiconductor.h"
#include "deck/named_values.h"

typedef struct {
    terminals terminals;
    double forward, forward_factor, breakdown, breakdown_voltage, reverse_factor;
} diode;

static void electric_diode_read(reader *reader, elem *element)
{
    diode *diode = element->self;
    read_terminals(reader, &diode->terminals, 2);
    diode->forward = read_not_negative(reader, "forward saturation current");
    diode->forward_factor = read_positive(reader, "forward ideality factor");
    diode->breakdown = read_not_negative(reader, "breakdown current");
    diode->breakdown_voltage = read_real(reader, "breakdown voltage");
    diode->reverse_factor = read_positive(reader, "reverse ideality factor");
    const double V_T = read_thermal_voltage(reader);
    diode->forward_factor *= V_T;
    diode->reverse_factor *= V_T;
}

static double current(const diode *diode, double V, double *derivative)
{
    double by, back;
    const double I = diode->forward * bounded_exp(V / diode->forward_factor, &by);
    const double leak = diode->breakdown * bounded_exp(-(V + diode->breakdown_voltage) / diode->reverse_factor, &back);
    *derivative = diode->forward / diode->forward_factor * by + diode->breakdown / diode->reverse_factor * back;
    return I - leak;
}

static void electric_diode_connect(const elem *element, layout *layout)
{
    layout_terminals(layout, &((const diode *)element->self)->terminals);
}

static void electric_diode_eval(int lanes, const state *state, const elem *element, local *out)
{
    const diode *diode = element->self;
    double derivative;
    const double I = current(diode, terminal_drop(state, &diode->terminals, 0, 1), &derivative);
    terminal_current(lanes, state, 0, 1, I, derivative, out);
}

static double electric_diode_private_value(const state *state, const elem *element, int index)
{
    (void)index;
    const diode *diode = element->self;
    double derivative;
    return current(diode, terminal_drop(state, &diode->terminals, 0, 1), &derivative);
}

static void electric_diode_output_row(const state *state, const elem *element, record *out)
{
    record_current(element, electric_diode_private_value(state, element, 1), out);
    record_terminals(state, &((const diode *)element->self)->terminals, out);
    record_end(out);
}

static void electric_diode_sample(sampler *from, elem *element)
{
    diode *diode = element->self;
    sample_terminals(from, &diode->terminals, 2);
    diode->forward = diode->breakdown = sample_real(from, 0.1, 0.2);
    diode->forward_factor = diode->reverse_factor = sample_real(from, 1, 2);
    diode->breakdown_voltage = sample_real(from, 1, 2);
}

static const char *const NAMES[] = {"I", NULL};

const elem_type electric_diode_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "diode",
    .grammar = "user defined: LABEL, diode, NODE, NODE, FORWARD SATURATION CURRENT, FORWARD IDEALITY FACTOR, BREAKDOWN "
               "CURRENT, "
               "BREAKDOWN VOLTAGE, REVERSE IDEALITY FACTOR [, thermal voltage, V]",
    .summary = "A diode with breakdown.",
    .module = MODULE_FAB_ELECTRIC,
    .size = sizeof(diode),
    .read = electric_diode_read,
    .connect = electric_diode_connect,
    .eval = electric_diode_eval,
    .output = electric_diode_output_row,
    .private_names = NAMES,
    .private_value = electric_diode_private_value,
    .sample = electric_diode_sample,
    .assembly = &(const elem_assembly){.never = true},
};
