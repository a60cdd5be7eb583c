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

static void read_input(reader *r, swash_plate *p, int i, const char *what)
{
    p->nodes[i] = read_node(r, "abstract", what);
    p->low[i] = -HUGE_VAL, p->high[i] = HUGE_VAL;
    if (!read_keyword(r, "limits"))
        return;
    p->low[i] = read_real(r, "lower limit");
    p->high[i] = read_real(r, "upper limit");
    if (read_ok(r) && p->high[i] < p->low[i])
        read_error_last(r, E_LIMITS, p->low[i], p->high[i]);
}

static void genel_swash_plate_read_nodes(reader *r, swash_plate *p)
{
    static const char *const INPUT[] = {"node of the collective pitch", "node of the fore/aft pitch",
                                        "node of the lateral pitch"};
    for (int i = 0; i < INPUTS; i++)
        read_input(r, p, i, INPUT[i]);
    for (int i = INPUTS; i < INPUTS + ACTUATORS; i++)
        p->nodes[i] = read_node(r, "abstract", "node of an actuator");
}

static void read_factors(reader *r, swash_plate *p)
{
    p->delay = 0.0, p->cyclic = p->collective = 1.0;
    if (!read_more(r) || read_peek(r, "output"))
        return;
    p->delay = read_real(r, "dynamic coefficient");
    p->cyclic = read_real(r, "cyclic factor");
    p->collective = read_real(r, "collective factor");
}

static void genel_swash_plate_read(reader *r, elem *e)
{
    swash_plate *p = e->self;
    genel_swash_plate_read_nodes(r, p);
    read_factors(r, p);
    for (int i = INPUTS; i < INPUTS + ACTUATORS && read_ok(r); i++)
        if (p->delay != 0.0 && p->nodes[i]->type->kind(p->nodes[i], 0) == DOF_ALGEBRAIC)
            read_error(r, E_GENEL_ORDER, e->where);
}

static void genel_swash_plate_connect(const elem *e, layout *l)
{
    const swash_plate *p = e->self;
    for (int i = 0; i < INPUTS + ACTUATORS; i++)
        layout_dof(l, &(node_dof){.node = p->nodes[i]});
    layout_clear(l);
    for (int i = 0; i < INPUTS + ACTUATORS; i++)
        layout_full(l, i, 1, i, 1);
    layout_full(l, INPUTS, ACTUATORS, 0, INPUTS);
}

/* Of each stroke along the inputs. */
static double gain(const swash_plate *p, int actuator, int input)
{
    const double q = p->collective * p->cyclic, lateral[ACTUATORS] = {0.0, -sqrt(3.0) / 2.0, sqrt(3.0) / 2.0};
    return input == 0 ? p->collective : input == 1 ? (actuator == 0 ? -q : q / 2.0) : q * lateral[actuator];
}

/* How a node's value follows its correction. */
static double genel_swash_plate_weight(const state *s, const node *of)
{
    return dof_weight(s, &(node_dof){.node = of});
}

static void genel_swash_plate_eval(int n, const state *s, const elem *e, local *out)
{
    const swash_plate *p = e->self;
    for (int i = 0; i < INPUTS; i++)
        out->r[i] -= s->y[p->nodes[i]->dof];
    for (int i = 0; i < INPUTS && n > 0; i++)
        out->J[i * out->ld + i] -= genel_swash_plate_weight(s, p->nodes[i]);
    for (int a = 0; a < ACTUATORS; a++) {
        const int row = INPUTS + a, unknown = p->nodes[row]->dof;
        out->r[row] -= s->y[unknown] + p->delay * s->yp[unknown];
        if (n > 0)
            out->J[row * out->ld + row] -= genel_swash_plate_weight(s, p->nodes[row]) + p->delay * s->drate;
        for (int i = 0; i < INPUTS; i++) {
            const double x = s->y[p->nodes[i]->dof], inside = fmin(fmax(x, p->low[i]), p->high[i]);
            out->r[row] += gain(p, a, i) * inside;
            if (n > 0 && x == inside)
                out->J[row * out->ld + i] += gain(p, a, i) * genel_swash_plate_weight(s, p->nodes[i]);
        }
    }
}

static void genel_swash_plate_sample(sampler *from, elem *e)
{
    swash_plate *p = e->self;
    for (int i = 0; i < INPUTS + ACTUATORS; i++)
        p->nodes[i] = sample_dof(from, i).node;
    for (int i = 0; i < INPUTS; i++)
        p->low[i] = -HUGE_VAL, p->high[i] = HUGE_VAL;
    p->delay = sample_real(from, 0.1, 1.0);
    p->cyclic = sample_real(from, 0.5, 2.0);
    p->collective = sample_real(from, 0.5, 2.0);
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
