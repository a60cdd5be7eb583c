/* hydraulic_flow_valve.c - maintains the flow from node 1 to node 3 by diverting the excess to node 2.
 *
 *     A (p1 - p3) - F0 - k x - 0.01 rho (A / A_pipe)^2 v |v| - stops - m v' = 0
 *     flow from 1 to 3:  C a sqrt(2 rho |p1 - p3|)         a: area of the diaphragm,  C = 0.6
 *     flow from 1 to 2:  C w x sqrt(2 rho |p1 - p2|)       both with the sign of the difference
 *
 * x, v, stops and the flow from 1 to 2: see spring_valve.h. */
#include "element/hydraulic/spring_valve.h"
#include <math.h>

static const double DRAG = 0.01;

typedef struct {
    node_dof port[3];
    double diaphragm, pipe_area;
    spring_valve body;
} flow_valve;

enum { AT_X = 3, AT_V = 4 };

static void hydraulic_flow_valve_read(reader *reader, elem *element)
{
    flow_valve *self = element->self;
    read_ports(reader, self->port, 3);
    self->diaphragm = read_positive(reader, "area of the diaphragm");
    self->body.mass = read_positive(reader, "mass");
    self->pipe_area = read_positive(reader, "area of the pipe");
    self->body.area = read_positive(reader, "largest area of the valve");
    read_valve_spring(reader, &self->body);
    self->body.stops.high = read_positive(reader, "largest stroke");
    read_valve_end(reader, element, &self->body);
}

static void hydraulic_flow_valve_connect(const elem *element, layout *layout)
{
    layout_valve(layout, ((const flow_valve *)element->self)->port, 3);
}

/* q[0] from 1 to 2, q[1] from 1 to 3 */
static void hydraulic_flow_valve_set_flows(int lanes, const flow_valve *self, const jet1 p[3], const jet1 *x, jet1 q[2])
{
    jet1 fixed;
    valve_flow(lanes, &self->body, x, &p[0], &p[1], &q[0]);
    jet1_const(lanes, &fixed, VALVE_C * self->diaphragm);
    reference_flow(lanes, &q[1], self->body.fluid, &fixed, &p[0], &p[2]);
}

static void hydraulic_flow_valve_eval(int lanes, const state *state, const elem *element, local *out)
{
    const flow_valve *self = element->self;
    moving_part moving_part;
    jet1 p[3], q[2];
    port_pressures(lanes, state, self->port, 3, p);
    moving_part_begin(lanes, state, element, AT_X, &moving_part, out);
    hydraulic_flow_valve_set_flows(lanes, self, p, &moving_part.x, q);
    add_flow(lanes, out, 0, 1, &q[0]);
    add_flow(lanes, out, 0, 2, &q[1]);
    local_add1(out, AT_V, lanes, self->body.area, &p[0]);
    local_add1(out, AT_V, lanes, -self->body.area, &p[2]);
    const double ratio = self->body.area / self->pipe_area;
    valve_balance(lanes, &self->body, DRAG * self->body.fluid->density * ratio * ratio, &moving_part, AT_V, out);
}

static void hydraulic_flow_valve_output_row(const state *state, const elem *element, record *out)
{
    const flow_valve *self = element->self;
    jet1 p[3], q[2], x;
    port_pressures(0, state, self->port, 3, p);
    jet1_const(0, &x, state->y[element->internal]);
    hydraulic_flow_valve_set_flows(0, self, p, &x, q);
    record_begin(out, element->label);
    record_moving_part(state, element, out);
    record_flow(state, out, "q1", -q[0].v - q[1].v);
    record_flow(state, out, "q2", q[0].v);
    record_flow(state, out, "q3", q[1].v);
    record_end(out);
}

static void hydraulic_flow_valve_sample(sampler *from, elem *element)
{
    flow_valve *self = element->self;
    sample_ports(from, self->port, 3);
    self->diaphragm = sample_real(from, 0.5, 2.0);
    self->pipe_area = sample_real(from, 0.5, 2.0);
    sample_valve(from, element, &self->body);
}

const elem_type hydraulic_flow_valve_type = {
    HYDRAULIC_SLOTS,
    .keyword = "flow valve",
    .grammar =
        "hydraulic: LABEL, flow valve, NODE 1, NODE 2, NODE 3, DIAPHRAGM AREA, MASS, PIPE AREA, VALVE AREA, STIFFNESS, "
        "PRELOAD, WIDTH, STROKE, BY X, BY V, BY A, hydraulic fluid, FLUID",
    .summary = "A valve that maintains a flow by diverting the excess.",
    .size = sizeof(flow_valve),
    .read = hydraulic_flow_valve_read,
    .connect = hydraulic_flow_valve_connect,
    .eval = hydraulic_flow_valve_eval,
    .output = hydraulic_flow_valve_output_row,
    .internal_name = moving_part_name,
    .sample = hydraulic_flow_valve_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
};
