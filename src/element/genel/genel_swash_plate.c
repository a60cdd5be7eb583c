/* genel_swash_plate.c - converts the controls of a rotor to the strokes of the three actuators of its swash plate.
 *
 *     c, f, l         collective, fore/aft and lateral pitch, limited to their ranges
 *     row of an input -= x                                         a spring of unit stiffness: x is the abstract force
 *     row of actuator i += s_i - a x_i' - x_i                      a the dynamic coefficient
 *     s_1 = k (c - q f),   s_2, s_3 = k (c + q (f -+ sqrt(3) l) / 2)      k collective factor, q cyclic factor */
#include "element/genel/genel.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/reading.h"
#include <math.h>

enum { INPUTS = 3, ACTUATORS = 3 };

typedef struct {
    const node *nodes[INPUTS + ACTUATORS];
    double low[INPUTS], high[INPUTS];
    double delay, cyclic, collective;
} swash_plate;

static void read_input(reader *reader, swash_plate *swash_plate, int i, const char *what)
{
    swash_plate->nodes[i] = read_node(reader, "abstract", what);
    swash_plate->low[i] = -HUGE_VAL, swash_plate->high[i] = HUGE_VAL;
    if (!read_keyword(reader, "limits"))
        return;
    swash_plate->low[i] = read_real(reader, "lower limit");
    swash_plate->high[i] = read_real(reader, "upper limit");
    if (read_ok(reader) && swash_plate->high[i] < swash_plate->low[i])
        read_error_last(reader, E_LIMITS, swash_plate->low[i], swash_plate->high[i]);
}

static void genel_swash_plate_read_nodes(reader *reader, swash_plate *swash_plate)
{
    static const char *const INPUT[] = {"node of the collective pitch", "node of the fore/aft pitch",
                                        "node of the lateral pitch"};
    for (int i = 0; i < INPUTS; i++)
        read_input(reader, swash_plate, i, INPUT[i]);
    for (int i = INPUTS; i < INPUTS + ACTUATORS; i++)
        swash_plate->nodes[i] = read_node(reader, "abstract", "node of an actuator");
}

static void read_factors(reader *reader, swash_plate *swash_plate)
{
    swash_plate->delay = 0.0, swash_plate->cyclic = swash_plate->collective = 1.0;
    if (!read_more(reader) || read_peek(reader, "output"))
        return;
    swash_plate->delay = read_real(reader, "dynamic coefficient");
    swash_plate->cyclic = read_real(reader, "cyclic factor");
    swash_plate->collective = read_real(reader, "collective factor");
}

static void genel_swash_plate_read(reader *reader, elem *element)
{
    swash_plate *swash_plate = element->self;
    genel_swash_plate_read_nodes(reader, swash_plate);
    read_factors(reader, swash_plate);
    for (int i = INPUTS; i < INPUTS + ACTUATORS && read_ok(reader); i++)
        if (swash_plate->delay != 0.0 && swash_plate->nodes[i]->type->kind(swash_plate->nodes[i], 0) == DOF_ALGEBRAIC)
            read_error(reader, E_GENEL_ORDER, element->location);
}

static void genel_swash_plate_connect(const elem *element, layout *layout)
{
    const swash_plate *swash_plate = element->self;
    for (int i = 0; i < INPUTS + ACTUATORS; i++)
        layout_dof(layout, &(node_dof){.node = swash_plate->nodes[i]});
    layout_clear(layout);
    for (int i = 0; i < INPUTS + ACTUATORS; i++)
        layout_full(layout, i, 1, i, 1);
    layout_full(layout, INPUTS, ACTUATORS, 0, INPUTS);
}

/* Derivative of the stroke of an actuator with respect to an input. */
static double gain(const swash_plate *swash_plate, int actuator, int input)
{
    const double q = swash_plate->collective * swash_plate->cyclic,
                 lateral[ACTUATORS] = {0.0, -sqrt(3.0) / 2.0, sqrt(3.0) / 2.0};
    return input == 0 ? swash_plate->collective : input == 1 ? (actuator == 0 ? -q : q / 2.0) : q * lateral[actuator];
}

/* Derivative of a node's value with respect to its correction. */
static double genel_swash_plate_weight(const state *state, const node *of)
{
    return dof_weight(state, &(node_dof){.node = of});
}

static void genel_swash_plate_eval(int lanes, const state *state, const elem *element, local *out)
{
    const swash_plate *swash_plate = element->self;
    for (int i = 0; i < INPUTS; i++)
        out->r[i] -= state->y[swash_plate->nodes[i]->dof];
    for (int i = 0; i < INPUTS && lanes > 0; i++)
        out->J[i * out->ld + i] -= genel_swash_plate_weight(state, swash_plate->nodes[i]);
    for (int a = 0; a < ACTUATORS; a++) {
        const int row = INPUTS + a, unknown = swash_plate->nodes[row]->dof;
        out->r[row] -= state->y[unknown] + swash_plate->delay * state->yp[unknown];
        if (lanes > 0)
            out->J[row * out->ld + row] -=
                genel_swash_plate_weight(state, swash_plate->nodes[row]) + swash_plate->delay * state->drate;
        for (int i = 0; i < INPUTS; i++) {
            const double x = state->y[swash_plate->nodes[i]->dof],
                         inside = fmin(fmax(x, swash_plate->low[i]), swash_plate->high[i]);
            out->r[row] += gain(swash_plate, a, i) * inside;
            if (lanes > 0 && x == inside)
                out->J[row * out->ld + i] +=
                    gain(swash_plate, a, i) * genel_swash_plate_weight(state, swash_plate->nodes[i]);
        }
    }
}

static void genel_swash_plate_sample(sampler *from, elem *element)
{
    swash_plate *swash_plate = element->self;
    for (int i = 0; i < INPUTS + ACTUATORS; i++)
        swash_plate->nodes[i] = sample_dof(from, i).node;
    for (int i = 0; i < INPUTS; i++)
        swash_plate->low[i] = -HUGE_VAL, swash_plate->high[i] = HUGE_VAL;
    swash_plate->delay = sample_real(from, 0.1, 1.0);
    swash_plate->cyclic = sample_real(from, 0.5, 2.0);
    swash_plate->collective = sample_real(from, 0.5, 2.0);
}

const elem_type genel_swash_plate_type = {
    .card = &elem_cards[CARD_GENEL],
    .keyword = "swash plate",
    .grammar =
        "genel: LABEL, swash plate, COLLECTIVE [, limits, LOW, HIGH], FORE/AFT [, limits, LOW, HIGH], LATERAL [, "
        "limits, LOW, HIGH], ACTUATOR, ACTUATOR, ACTUATOR [, DYNAMIC COEFFICIENT, CYCLIC FACTOR, COLLECTIVE "
        "FACTOR]",
    .summary = "Converts the controls of a rotor to the strokes of the three actuators of its swash plate.",
    .size = sizeof(swash_plate),
    .read = genel_swash_plate_read,
    .connect = genel_swash_plate_connect,
    .eval = genel_swash_plate_eval,
    .sample = genel_swash_plate_sample,
    .expectations = &(const elem_expectations){.no_potential = true},
};
