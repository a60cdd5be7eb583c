/* hydraulic_pressure_valve.c - a spring-loaded valve opened towards node 2 by the pressure of node 1.
 *
 *     A p1 - F0 - k x - rho A^3 / (2 C^2 a^2) v |v| - stops - m v' = 0     a: orifice of the pilot, C = 0.6
 *
 * x, v, stops and the flow from 1 to 2: see spring_valve.h. */
#include "element/hydraulic/spring_valve.h"
#include <math.h>

typedef struct {
    node_dof port[2];
    double pilot;
    spring_valve body;
} pressure_valve;

enum { AT_X = 2, AT_V = 3 };

static void hydraulic_pressure_valve_read(reader *reader, elem *element)
{
    pressure_valve *self = element->self;
    read_ports(reader, self->port, 2);
    self->pilot = read_positive(reader, "area of the pilot's orifice");
    self->body.mass = read_positive(reader, "mass");
    self->body.area = read_positive(reader, "area that the pressure pushes on");
    self->body.stops.high = read_positive(reader, "largest stroke");
    read_valve_spring(reader, &self->body);
    read_valve_end(reader, element, &self->body);
}

static void hydraulic_pressure_valve_connect(const elem *element, layout *layout)
{
    layout_valve(layout, ((const pressure_valve *)element->self)->port, 2);
}

static void hydraulic_pressure_valve_eval(int lanes, const state *state, const elem *element, local *out)
{
    const pressure_valve *self = element->self;
    const double area = self->body.area, pilot = VALVE_C * self->pilot;
    moving_part moving_part;
    jet1 p[2], q;
    port_pressures(lanes, state, self->port, 2, p);
    moving_part_begin(lanes, state, element, AT_X, &moving_part, out);
    valve_flow(lanes, &self->body, &moving_part.x, &p[0], &p[1], &q);
    add_flow(lanes, out, 0, 1, &q);
    local_add1(out, AT_V, lanes, area, &p[0]);
    valve_balance(lanes, &self->body, 0.5 * self->body.fluid->density * area * area * area / (pilot * pilot),
                  &moving_part, AT_V, out);
}

static void hydraulic_pressure_valve_output_row(const state *state, const elem *element, record *out)
{
    const pressure_valve *self = element->self;
    jet1 p[2], q, x;
    port_pressures(0, state, self->port, 2, p);
    jet1_const(0, &x, state->y[element->internal]);
    valve_flow(0, &self->body, &x, &p[0], &p[1], &q);
    record_begin(out, element->label);
    record_moving_part(state, element, out);
    record_flow(state, out, "q1", -q.v);
    record_flow(state, out, "q2", q.v);
    record_end(out);
}

static void hydraulic_pressure_valve_sample(sampler *from, elem *element)
{
    pressure_valve *self = element->self;
    sample_ports(from, self->port, 2);
    self->pilot = sample_real(from, 0.5, 2.0);
    sample_valve(from, element, &self->body);
}

const elem_type hydraulic_pressure_valve_type = {
    HYDRAULIC_SLOTS,
    .keyword = "pressure valve",
    .grammar =
        "hydraulic: LABEL, pressure valve, NODE 1, NODE 2, PILOT AREA, MASS, AREA, STROKE, STIFFNESS, PRELOAD, WIDTH, "
        "BY X, BY V, BY A, hydraulic fluid, FLUID",
    .summary = "A spring-loaded valve that a pressure opens.",
    .size = sizeof(pressure_valve),
    .read = hydraulic_pressure_valve_read,
    .connect = hydraulic_pressure_valve_connect,
    .eval = hydraulic_pressure_valve_eval,
    .output = hydraulic_pressure_valve_output_row,
    .internal_name = moving_part_name,
    .sample = hydraulic_pressure_valve_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
};
