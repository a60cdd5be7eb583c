/* electric_proximity_sensor.c - V2 - V1 = f(d), d: distance between points of two structural nodes.
 *
 *     The current I into node 2, from node 1, is an unknown. There is no load on the structural nodes. */
#include "element/joint/joint.h"
#include "element/electric/electric.h"
#include "contract/scalar_function.h"
#include "model/reading.h"

typedef struct {
    joint_side side[2];
    terminals terminals;
    const scalar_function *f;
} sensor;

enum { ELECTRIC = 12, OWN = 14 };

static void electric_proximity_sensor_read(reader *r, elem *e)
{
    sensor *p = e->self;
    for (int i = 0; i < 2; i++) {
        p->side[i].Rh = MAT3_EYE;
        read_side_node(r, &p->side[i], NULL);
        if (read_keyword(r, "position"))
            p->side[i].f = read_side_position(r, &p->side[i], NULL, "position");
    }
    read_terminals(r, &p->terminals, 2);
    p->f = read_scalar_function(r, "function of the distance");
    set_own_current(e);
}

static void electric_proximity_sensor_connect(const elem *e, layout *l)
{
    const sensor *p = e->self;
    for (int i = 0; i < 2; i++)
        layout_node(l, p->side[i].node);
    layout_terminals(l, &p->terminals);
    layout_own(l);
    layout_clear(l);
    layout_full(l, ELECTRIC, 2, OWN, 1);
    layout_full(l, OWN, 1, 0, OWN);
}

static void apart(int n, const state *s, const sensor *p, jet1 *d)
{
    jet_side side[2];
    jet3 between;
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &side[i], s, &p->side[i], 6 * i);
    jet3_add(n, &between, &side[1].p, -1.0, &side[0].p);
    jet3_dot(n, d, &between, &between);
    const double length = sqrt(d->v);
    jet1_chain_by(n, d, length, length > 0.0 ? 0.5 / length : 0.0);
}

static void electric_proximity_sensor_eval(int n, const state *s, const elem *e, local *out)
{
    const sensor *p = e->self;
    jet1 d;
    apart(n, s, p, &d);
    jet1_chain_by(n, &d, scalar_function_at(p->f, s, d.v, 0), scalar_function_at(p->f, s, d.v, 1));
    local_add1(out, OWN, n, -1.0, &d);
    const double I = s->y[e->own];
    out->r[ELECTRIC] -= I;
    out->r[ELECTRIC + 1] += I;
    out->r[OWN] += terminal_drop(s, &p->terminals, 1, 0);
    if (n == 0)
        return;
    out->J[ELECTRIC * out->ld + OWN] = -1.0;
    out->J[(ELECTRIC + 1) * out->ld + OWN] = 1.0;
    terminal_drop_slope(s, OWN, ELECTRIC + 1, ELECTRIC, 1.0, out);
}

static const char *const NAMES[] = {"I", NULL};

static double electric_proximity_sensor_private_value(const state *s, const elem *e, int index)
{
    (void)index;
    return s->y[e->own];
}

static void electric_proximity_sensor_output_row(const state *s, const elem *e, record *out)
{
    record_current(e, s->y[e->own], out);
    record_terminals(s, &((const sensor *)e->self)->terminals, out);
    record_end(out);
}

static double square(const scalar_function *f, double x, int order, function_fault *bad)
{
    (void)f, (void)bad;
    return order == 0 ? x * x : order == 1 ? 2.0 * x : 2.0;
}

static void electric_proximity_sensor_sample(sampler *from, elem *e)
{
    static const scalar_function_type SQUARE = {.eval = square};
    static const scalar_function F = {.type = &SQUARE};
    sensor *p = e->self;
    sample_sides(from, p->side);
    sample_terminals(from, &p->terminals, 2);
    p->f = &F;
    set_own_current(e);
}

const elem_type electric_proximity_sensor_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "proximity sensor",
    .grammar = "user defined: LABEL, proximity sensor, STRUCTURAL NODE [, position, F], STRUCTURAL NODE [, position, "
               "F], NODE, NODE, "
               "\"FUNCTION\"",
    .summary = "A voltage that is a function of the distance between two points.",
    .module = MODULE_FAB_ELECTRIC,
    .size = sizeof(sensor),
    .read = electric_proximity_sensor_read,
    .connect = electric_proximity_sensor_connect,
    .eval = electric_proximity_sensor_eval,
    .output = electric_proximity_sensor_output_row,
    .private_names = NAMES,
    .private_value = electric_proximity_sensor_private_value,
    .own_name = current_own_name,
    .sample = electric_proximity_sensor_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .reactions_work = true},
};
