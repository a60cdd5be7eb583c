/* hydraulic_pressure_valve.c - a spring-loaded valve that the pressure of node 1 opens towards node 2.
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

static void hydraulic_pressure_valve_read(reader *r, elem *e)
{
    pressure_valve *self = e->self;
    read_ports(r, self->port, 2);
    self->pilot = read_positive(r, "area of the pilot's orifice");
    self->body.mass = read_positive(r, "mass");
    self->body.area = read_positive(r, "area that the pressure pushes on");
    self->body.stops.high = read_positive(r, "largest stroke");
    read_valve_spring(r, &self->body);
    read_valve_end(r, e, &self->body);
}

static void hydraulic_pressure_valve_connect(const elem *e, layout *l)
{
    layout_valve(l, ((const pressure_valve *)e->self)->port, 2);
}

static void hydraulic_pressure_valve_eval(int n, const state *s, const elem *e, local *out)
{
    const pressure_valve *self = e->self;
    const double area = self->body.area, pilot = VALVE_C * self->pilot;
    moving_part m;
    jet1 p[2], q;
    port_pressures(n, s, self->port, 2, p);
    moving_part_begin(n, s, e, AT_X, &m, out);
    valve_flow(n, &self->body, &m.x, &p[0], &p[1], &q);
    add_flow(n, out, 0, 1, &q);
    local_add1(out, AT_V, n, area, &p[0]);
    valve_balance(n, &self->body, 0.5 * self->body.fluid->density * area * area * area / (pilot * pilot), &m, AT_V,
                  out);
}

static void hydraulic_pressure_valve_output_row(const state *s, const elem *e, record *out)
{
    const pressure_valve *self = e->self;
    jet1 p[2], q, x;
    port_pressures(0, s, self->port, 2, p);
    jet1_const(0, &x, s->y[e->own]);
    valve_flow(0, &self->body, &x, &p[0], &p[1], &q);
    record_begin(out, e->label);
    record_moving_part(s, e, out);
    record_flow(s, out, "q1", -q.v);
    record_flow(s, out, "q2", q.v);
    record_end(out);
}

static void hydraulic_pressure_valve_sample(sampler *from, elem *e)
{
    pressure_valve *self = e->self;
    sample_ports(from, self->port, 2);
    self->pilot = sample_real(from, 0.5, 2.0);
    sample_valve(from, e, &self->body);
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
    .own_name = moving_part_name,
    .sample = hydraulic_pressure_valve_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
};
