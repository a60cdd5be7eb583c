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

static void electric_diode_read(reader *r, elem *e)
{
    diode *p = e->self;
    read_terminals(r, &p->terminals, 2);
    p->forward = read_not_negative(r, "forward saturation current");
    p->forward_factor = read_positive(r, "forward ideality factor");
    p->breakdown = read_not_negative(r, "breakdown current");
    p->breakdown_voltage = read_real(r, "breakdown voltage");
    p->reverse_factor = read_positive(r, "reverse ideality factor");
    const double V_T = read_thermal_voltage(r);
    p->forward_factor *= V_T;
    p->reverse_factor *= V_T;
}

static double current(const diode *p, double V, double *slope)
{
    double by, back;
    const double I = p->forward * bounded_exp(V / p->forward_factor, &by);
    const double leak = p->breakdown * bounded_exp(-(V + p->breakdown_voltage) / p->reverse_factor, &back);
    *slope = p->forward / p->forward_factor * by + p->breakdown / p->reverse_factor * back;
    return I - leak;
}

static void electric_diode_connect(const elem *e, layout *l)
{
    layout_terminals(l, &((const diode *)e->self)->terminals);
}

static void electric_diode_eval(int n, const state *s, const elem *e, local *out)
{
    const diode *p = e->self;
    double slope;
    const double I = current(p, terminal_drop(s, &p->terminals, 0, 1), &slope);
    terminal_current(n, s, 0, 1, I, slope, out);
}

static double electric_diode_private_value(const state *s, const elem *e, int index)
{
    (void)index;
    const diode *p = e->self;
    double slope;
    return current(p, terminal_drop(s, &p->terminals, 0, 1), &slope);
}

static void electric_diode_output_row(const state *s, const elem *e, record *out)
{
    record_current(e, electric_diode_private_value(s, e, 1), out);
    record_terminals(s, &((const diode *)e->self)->terminals, out);
    record_end(out);
}

static void electric_diode_sample(sampler *from, elem *e)
{
    diode *p = e->self;
    sample_terminals(from, &p->terminals, 2);
    p->forward = p->breakdown = sample_real(from, 0.1, 0.2);
    p->forward_factor = p->reverse_factor = sample_real(from, 1, 2);
    p->breakdown_voltage = sample_real(from, 1, 2);
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
