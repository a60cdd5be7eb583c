/* electric_bjt.c - a bipolar transistor after Ebers and Moll; nodes: collector, base, emitter.
 *
 *     i_f = I_es (exp(V_be/V_T) - 1),  i_r = I_cs (exp(V_bc/V_T) - 1),  a = beta/(1 + beta)
 *     I_c = a_f i_f - i_r,  I_e = i_f - a_r i_r,  I_b = I_e - I_c        npn
 *
 * I_c and I_b flow into the transistor, I_e flows out of it. For pnp all voltages and currents are reversed. */
#include "element/electric/electric.h"
#include "element/electric/semiconductor.h"

typedef struct {
    terminals terminals;
    double sign;
    double emitter, collector; /* I_es, I_cs */
    double forward, reverse;   /* a_f, a_r */
    double V_T;
} transistor;

enum { COLLECTOR, BASE, EMITTER };

static void electric_bjt_read(reader *reader, elem *element)
{
    static const char *const KINDS[] = {"npn", "pnp", NULL};
    transistor *transistor = element->self;
    transistor->sign = read_choice(reader, KINDS, "kind of transistor") == 1 ? -1.0 : 1.0;
    read_terminals(reader, &transistor->terminals, 3);
    transistor->emitter = read_not_negative(reader, "base to emitter leakage saturation current");
    transistor->collector = read_not_negative(reader, "base to collector leakage saturation current");
    const double forward = read_positive(reader, "ideal maximum forward beta"),
                 reverse = read_positive(reader, "ideal maximum reverse beta");
    transistor->forward = forward / (1.0 + forward);
    transistor->reverse = reverse / (1.0 + reverse);
    transistor->V_T = read_thermal_voltage(reader);
}

/* I_c and I_e with their derivatives with respect to V_be and V_bc. */
typedef struct {
    double c, e, c_by[2], e_by[2];
} currents;

static currents flow(const state *state, const transistor *transistor)
{
    const double V_be = transistor->sign * terminal_drop(state, &transistor->terminals, BASE, EMITTER);
    const double V_bc = transistor->sign * terminal_drop(state, &transistor->terminals, BASE, COLLECTOR);
    double f_by, r_by;
    const double f = transistor->emitter * (bounded_exp(V_be / transistor->V_T, &f_by) - 1.0);
    const double r = transistor->collector * (bounded_exp(V_bc / transistor->V_T, &r_by) - 1.0);
    f_by *= transistor->emitter / transistor->V_T;
    r_by *= transistor->collector / transistor->V_T;
    return (currents){.c = transistor->sign * (transistor->forward * f - r),
                      .e = transistor->sign * (f - transistor->reverse * r),
                      .c_by = {transistor->forward * f_by, -r_by},
                      .e_by = {f_by, -transistor->reverse * r_by}};
}

static void electric_bjt_connect(const elem *element, layout *layout)
{
    layout_terminals(layout, &((const transistor *)element->self)->terminals);
}

static void derivatives(const state *state, int row, double sign, const double by[2], local *out)
{
    terminal_drop_derivative(state, row, BASE, EMITTER, sign * by[0], out);
    terminal_drop_derivative(state, row, BASE, COLLECTOR, sign * by[1], out);
}

static void electric_bjt_eval(int lanes, const state *state, const elem *element, local *out)
{
    const currents currents = flow(state, element->self);
    out->r[COLLECTOR] = -currents.c;
    out->r[BASE] = currents.c - currents.e;
    out->r[EMITTER] = currents.e;
    if (lanes == 0)
        return;
    derivatives(state, COLLECTOR, -1.0, currents.c_by, out);
    derivatives(state, BASE, 1.0, currents.c_by, out);
    derivatives(state, BASE, -1.0, currents.e_by, out);
    derivatives(state, EMITTER, 1.0, currents.e_by, out);
}

static const char *const NAMES[] = {"Ic", "Ib", "Ie", NULL};

static double electric_bjt_private_value(const state *state, const elem *element, int index)
{
    const currents currents = flow(state, element->self);
    return index == 1 ? currents.c : index == 2 ? currents.e - currents.c : currents.e;
}

static void electric_bjt_output_row(const state *state, const elem *element, record *out)
{
    static const char *const WORDS[] = {"current of the collector", "current of the base", "current of the emitter"};
    record_begin(out, element->label);
    for (int i = 0; i < 3; i++) {
        record_name(out, NAMES[i], QUANTITY_NONE, WORDS[i]);
        record_real(out, electric_bjt_private_value(state, element, i + 1));
    }
    record_terminals(state, &((const transistor *)element->self)->terminals, out);
    record_end(out);
}

static void electric_bjt_sample(sampler *from, elem *element)
{
    transistor *transistor = element->self;
    sample_terminals(from, &transistor->terminals, 3);
    transistor->sign = sample_integer(from, 0, 1) ? 1.0 : -1.0;
    transistor->emitter = sample_real(from, 0.1, 0.2);
    transistor->collector = sample_real(from, 0.1, 0.2);
    transistor->forward = sample_real(from, 0.8, 0.9);
    transistor->reverse = sample_real(from, 0.4, 0.5);
    transistor->V_T = sample_real(from, 1, 2);
}

const elem_type electric_bjt_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "bjt",
    .grammar =
        "user defined: LABEL, bjt, {npn | pnp}, COLLECTOR NODE, BASE NODE, EMITTER NODE, EMITTER SATURATION CURRENT, "
        "COLLECTOR SATURATION CURRENT, FORWARD BETA, REVERSE BETA [, thermal voltage, V]",
    .summary = "A bipolar transistor.",
    .module = MODULE_FAB_ELECTRIC,
    .size = sizeof(transistor),
    .read = electric_bjt_read,
    .connect = electric_bjt_connect,
    .eval = electric_bjt_eval,
    .output = electric_bjt_output_row,
    .private_names = NAMES,
    .private_value = electric_bjt_private_value,
    .sample = electric_bjt_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.no_potential = true},
};
