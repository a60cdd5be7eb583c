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
    const scalar_function *function;
} sensor;

enum { ELECTRIC = 12, INTERNAL = 14 };

static void electric_proximity_sensor_read(reader *reader, elem *element)
{
    sensor *sensor = element->self;
    for (int i = 0; i < 2; i++) {
        sensor->side[i].Rh = MAT3_EYE;
        read_side_node(reader, &sensor->side[i], NULL);
        if (read_keyword(reader, "position"))
            sensor->side[i].f = read_side_position(reader, &sensor->side[i], NULL, "position");
    }
    read_terminals(reader, &sensor->terminals, 2);
    sensor->function = read_scalar_function(reader, "function of the distance");
    set_internal_current(element);
}

static void electric_proximity_sensor_connect(const elem *element, layout *layout)
{
    const sensor *sensor = element->self;
    for (int i = 0; i < 2; i++)
        layout_node(layout, sensor->side[i].node);
    layout_terminals(layout, &sensor->terminals);
    layout_internal(layout);
    layout_clear(layout);
    layout_full(layout, ELECTRIC, 2, INTERNAL, 1);
    layout_full(layout, INTERNAL, 1, 0, INTERNAL);
}

static void apart(int lanes, const state *state, const sensor *sensor, jet1 *d)
{
    jet_side side[2];
    jet3 between;
    for (int i = 0; i < 2; i++)
        jet_side_seed(lanes, &side[i], state, &sensor->side[i], 6 * i);
    jet3_add(lanes, &between, &side[1].p, -1.0, &side[0].p);
    jet3_dot(lanes, d, &between, &between);
    const double length = sqrt(d->v);
    jet1_chain_by(lanes, d, length, length > 0.0 ? 0.5 / length : 0.0);
}

static void electric_proximity_sensor_eval(int lanes, const state *state, const elem *element, local *out)
{
    const sensor *sensor = element->self;
    jet1 d;
    apart(lanes, state, sensor, &d);
    jet1_chain_by(lanes, &d, scalar_function_at(sensor->function, state, d.v, 0),
                  scalar_function_at(sensor->function, state, d.v, 1));
    local_add1(out, INTERNAL, lanes, -1.0, &d);
    const double I = state->y[element->internal];
    out->r[ELECTRIC] -= I;
    out->r[ELECTRIC + 1] += I;
    out->r[INTERNAL] += terminal_drop(state, &sensor->terminals, 1, 0);
    if (lanes == 0)
        return;
    out->J[ELECTRIC * out->ld + INTERNAL] = -1.0;
    out->J[(ELECTRIC + 1) * out->ld + INTERNAL] = 1.0;
    terminal_drop_derivative(state, INTERNAL, ELECTRIC + 1, ELECTRIC, 1.0, out);
}

static const char *const NAMES[] = {"I", NULL};

static double electric_proximity_sensor_private_value(const state *state, const elem *element, int index)
{
    (void)index;
    return state->y[element->internal];
}

static void electric_proximity_sensor_output_row(const state *state, const elem *element, record *out)
{
    record_current(element, state->y[element->internal], out);
    record_terminals(state, &((const sensor *)element->self)->terminals, out);
    record_end(out);
}

static double square(const scalar_function *function, double x, int order, function_error *bad)
{
    (void)function, (void)bad;
    return order == 0 ? x * x : order == 1 ? 2.0 * x : 2.0;
}

static void electric_proximity_sensor_sample(sampler *from, elem *element)
{
    static const scalar_function_type SQUARE = {.eval = square};
    static const scalar_function function = {.type = &SQUARE};
    sensor *sensor = element->self;
    sample_sides(from, sensor->side);
    sample_terminals(from, &sensor->terminals, 2);
    sensor->function = &function;
    set_internal_current(element);
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
    .internal_name = current_internal_name,
    .sample = electric_proximity_sensor_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .reactions_work = true},
};
