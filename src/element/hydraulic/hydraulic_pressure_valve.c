/* hydraulic_pressure_valve.c - a spring-loaded valve that the pressure of node 1 opens towards node 2.
 *
 *     own unknowns x, v of the body:   v - x' = 0
 *     A p1 - F0 - k x - rho A^3 / (2 C^2 a^2) v |v| - stops - m v' = 0     a: orifice of the pilot, C = 0.6
 *     flow from 1 to 2:  C w x sqrt(2 rho |p1 - p2|) sign(p1 - p2)
 *
 * rho is the reference density. Stops at x = 0 and at the largest stroke (hydraulic.h). */
#include "element/hydraulic/hydraulic.h"
#include <math.h>

static const double C = 0.6;

typedef struct {
    node_dof port[2];
    double pilot, mass, area, stiffness, preload, width;
    end_stops stops;
    const fluid *of;
} pressure_valve;

enum { AT_X = 2, AT_V = 3 };

static void read(reader *r, elem *e)
{
    pressure_valve *self = e->self;
    read_ports(r, self->port, 2);
    self->pilot = read_positive(r, "area of the pilot's orifice");
    self->mass = read_positive(r, "mass");
    self->area = read_positive(r, "area that the pressure pushes on");
    self->stops.high = read_positive(r, "largest stroke");
    self->stiffness = read_not_negative(r, "stiffness of the spring");
    self->preload = read_not_negative(r, "preload of the spring");
    self->width = read_positive(r, "width");
    read_penalties(r, &self->stops);
    self->of = read_hydraulic_fluid(r);
    set_moving_part(e);
}

static void connect(const elem *e, layout *l)
{
    layout_ports(l, ((const pressure_valve *)e->self)->port, 2);
    layout_own(l);
    layout_zero(l, 0, 2, AT_V, 1);
    layout_zero(l, AT_X, 1, 0, 2);
}

static void set_flow(int n, const pressure_valve *self, const jet1 p[2], const jet1 *x, jet1 *q)
{
    jet1 opening = *x;
    jet1_scale(n, &opening, C * self->width);
    reference_flow(n, q, self->of, &opening, &p[0], &p[1]);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const pressure_valve *self = e->self;
    moving_part m;
    jet1 p[2], q, drag, stop;
    port_pressures(n, s, self->port, 2, p);
    moving_part_begin(n, s, e, AT_X, &m, out);
    set_flow(n, self, p, &m.x, &q);
    add_flow(n, out, 0, 1, &q);
    const double k =
        0.5 * self->of->density * self->area * self->area * self->area / (C * C * self->pilot * self->pilot);
    speed_drag(n, k, &m.v, &drag);
    stop_force(n, &self->stops, &m, &stop);
    local_add1(out, AT_V, n, self->area, &p[0]);
    local_add1(out, AT_V, n, -self->stiffness, &m.x);
    local_add1(out, AT_V, n, -self->mass, &m.v_rate);
    local_add1(out, AT_V, n, -1.0, &drag);
    local_add1(out, AT_V, n, -1.0, &stop);
    out->r[AT_V] -= self->preload;
}

static void output_row(const state *s, const elem *e, record *out)
{
    const pressure_valve *self = e->self;
    jet1 p[2], q, x;
    port_pressures(0, s, self->port, 2, p);
    jet1_const(0, &x, s->y[e->own]);
    set_flow(0, self, p, &x, &q);
    record_begin(out, e->label);
    record_moving_part(s, e, out);
    record_flow(s, out, "q1", -q.v);
    record_flow(s, out, "q2", q.v);
    record_end(out);
}

static void sample(sampler *from, elem *e)
{
    pressure_valve *self = e->self;
    sample_ports(from, self->port, 2);
    self->pilot = sample_real(from, 0.5, 2.0);
    self->mass = sample_real(from, 0.5, 2.0);
    self->area = sample_real(from, 0.5, 2.0);
    self->stiffness = sample_real(from, 0.5, 2.0);
    self->preload = sample_real(from, 0.0, 1.0);
    self->width = sample_real(from, 0.5, 2.0);
    sample_stops(from, &self->stops);
    self->of = sample_fluid(from);
    set_moving_part(e);
}

const elem_type hydraulic_pressure_valve_type = {
    HYDRAULIC_SLOTS,
    .keyword = "pressure valve",
    .grammar =
        "hydraulic: LABEL, pressure valve, NODE 1, NODE 2, PILOT AREA, MASS, AREA, STROKE, STIFFNESS, PRELOAD, WIDTH, "
        "BY X, BY V, BY A, hydraulic fluid, FLUID",
    .summary = "A spring-loaded valve that a pressure opens.",
    .size = sizeof(pressure_valve),
    .read = read,
    .connect = connect,
    .eval = eval,
    .output_row = output_row,
    .own_name = moving_part_name,
    .sample = sample,
    .flags = ELEM_NOT_ASSEMBLED,
};
