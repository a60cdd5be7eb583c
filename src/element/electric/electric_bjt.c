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

static void electric_bjt_read(reader *r, elem *e)
{
    static const char *const KINDS[] = {"npn", "pnp", NULL};
    transistor *p = e->self;
    p->sign = read_choice(r, KINDS, "kind of transistor") == 1 ? -1.0 : 1.0;
    read_terminals(r, &p->terminals, 3);
    p->emitter = read_not_negative(r, "base to emitter leakage saturation current");
    p->collector = read_not_negative(r, "base to collector leakage saturation current");
    const double forward = read_positive(r, "ideal maximum forward beta"),
                 reverse = read_positive(r, "ideal maximum reverse beta");
    p->forward = forward / (1.0 + forward);
    p->reverse = reverse / (1.0 + reverse);
    p->V_T = read_thermal_voltage(r);
}

/* I_c and I_e with their derivatives in V_be and V_bc. */
typedef struct {
    double c, e, c_by[2], e_by[2];
} currents;

static currents flow(const state *s, const transistor *p)
{
    const double V_be = p->sign * terminal_drop(s, &p->terminals, BASE, EMITTER);
    const double V_bc = p->sign * terminal_drop(s, &p->terminals, BASE, COLLECTOR);
    double f_by, r_by;
    const double f = p->emitter * (bounded_exp(V_be / p->V_T, &f_by) - 1.0);
    const double r = p->collector * (bounded_exp(V_bc / p->V_T, &r_by) - 1.0);
    f_by *= p->emitter / p->V_T;
    r_by *= p->collector / p->V_T;
    return (currents){.c = p->sign * (p->forward * f - r),
                      .e = p->sign * (f - p->reverse * r),
                      .c_by = {p->forward * f_by, -r_by},
                      .e_by = {f_by, -p->reverse * r_by}};
}

static void electric_bjt_connect(const elem *e, layout *l)
{
    layout_terminals(l, &((const transistor *)e->self)->terminals);
}

static void slopes(const state *s, int row, double sign, const double by[2], local *out)
{
    terminal_drop_slope(s, row, BASE, EMITTER, sign * by[0], out);
    terminal_drop_slope(s, row, BASE, COLLECTOR, sign * by[1], out);
}

static void electric_bjt_eval(int n, const state *s, const elem *e, local *out)
{
    const currents i = flow(s, e->self);
    out->r[COLLECTOR] = -i.c;
    out->r[BASE] = i.c - i.e;
    out->r[EMITTER] = i.e;
    if (n == 0)
        return;
    slopes(s, COLLECTOR, -1.0, i.c_by, out);
    slopes(s, BASE, 1.0, i.c_by, out);
    slopes(s, BASE, -1.0, i.e_by, out);
    slopes(s, EMITTER, 1.0, i.e_by, out);
}

static const char *const NAMES[] = {"Ic", "Ib", "Ie", NULL};

static double electric_bjt_private_value(const state *s, const elem *e, int index)
{
    const currents i = flow(s, e->self);
    return index == 1 ? i.c : index == 2 ? i.e - i.c : i.e;
}

static void electric_bjt_output_row(const state *s, const elem *e, record *out)
{
    static const char *const WORDS[] = {"current of the collector", "current of the base", "current of the emitter"};
    record_begin(out, e->label);
    for (int i = 0; i < 3; i++) {
        record_name(out, NAMES[i], QUANTITY_NONE, WORDS[i]);
        record_real(out, electric_bjt_private_value(s, e, i + 1));
    }
    record_terminals(s, &((const transistor *)e->self)->terminals, out);
    record_end(out);
}

static void electric_bjt_sample(sampler *from, elem *e)
{
    transistor *p = e->self;
    sample_terminals(from, &p->terminals, 3);
    p->sign = sample_integer(from, 0, 1) ? 1.0 : -1.0;
    p->emitter = sample_real(from, 0.1, 0.2);
    p->collector = sample_real(from, 0.1, 0.2);
    p->forward = sample_real(from, 0.8, 0.9);
    p->reverse = sample_real(from, 0.4, 0.5);
    p->V_T = sample_real(from, 1, 2);
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
