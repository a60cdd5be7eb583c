/* hydraulic_flow_valve.c - keeps the flow from node 1 to node 3 by letting what is too much go to node 2.
 *
 *     own unknowns x, v of the body:   v - x' = 0
 *     A (p1 - p3) - F0 - k x - 0.01 rho (A / A_pipe)^2 v |v| - stops - m v' = 0
 *     flow from 1 to 3:  C a sqrt(2 rho |p1 - p3|)         a: area of the diaphragm,  C = 0.6
 *     flow from 1 to 2:  C w x sqrt(2 rho |p1 - p2|)       both with the sign of the difference
 *
 * rho is the reference density. Stops at x = 0 and at the largest stroke (hydraulic.h). */
#include "element/hydraulic/hydraulic.h"
#include <math.h>

static const double C = 0.6, DRAG = 0.01;

typedef struct {
    node_dof port[3];
    double diaphragm, mass, pipe_area, area, stiffness, preload, width;
    end_stops stops;
    const fluid *of;
} flow_valve;

enum { AT_X = 3, AT_V = 4 };

static void read(reader *r, elem *e)
{
    flow_valve *self = e->self;
    read_ports(r, self->port, 3);
    self->diaphragm = read_positive(r, "area of the diaphragm");
    self->mass = read_positive(r, "mass");
    self->pipe_area = read_positive(r, "area of the pipe");
    self->area = read_positive(r, "largest area of the valve");
    self->stiffness = read_not_negative(r, "stiffness of the spring");
    self->preload = read_not_negative(r, "preload of the spring");
    self->width = read_positive(r, "width");
    self->stops.high = read_positive(r, "largest stroke");
    read_penalties(r, &self->stops);
    self->of = read_hydraulic_fluid(r);
    set_moving_part(e);
}

static void connect(const elem *e, layout *l)
{
    layout_ports(l, ((const flow_valve *)e->self)->port, 3);
    layout_own(l);
    layout_zero(l, 0, 3, AT_V, 1);
    layout_zero(l, AT_X, 1, 0, 3);
}

/* q[0] from 1 to 2, q[1] from 1 to 3 */
static void set_flows(int n, const flow_valve *self, const jet1 p[3], const jet1 *x, jet1 q[2])
{
    jet1 opening = *x;
    jet1_scale(n, &opening, C * self->width);
    reference_flow(n, &q[0], self->of, &opening, &p[0], &p[1]);
    jet1_const(n, &opening, C * self->diaphragm);
    reference_flow(n, &q[1], self->of, &opening, &p[0], &p[2]);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const flow_valve *self = e->self;
    moving_part m;
    jet1 p[3], q[2], drag, stop;
    port_pressures(n, s, self->port, 3, p);
    moving_part_begin(n, s, e, AT_X, &m, out);
    set_flows(n, self, p, &m.x, q);
    add_flow(n, out, 0, 1, &q[0]);
    add_flow(n, out, 0, 2, &q[1]);
    const double ratio = self->area / self->pipe_area;
    speed_drag(n, DRAG * self->of->density * ratio * ratio, &m.v, &drag);
    stop_force(n, &self->stops, &m, &stop);
    local_add1(out, AT_V, n, self->area, &p[0]);
    local_add1(out, AT_V, n, -self->area, &p[2]);
    local_add1(out, AT_V, n, -self->stiffness, &m.x);
    local_add1(out, AT_V, n, -self->mass, &m.v_rate);
    local_add1(out, AT_V, n, -1.0, &drag);
    local_add1(out, AT_V, n, -1.0, &stop);
    out->r[AT_V] -= self->preload;
}

static void output_row(const state *s, const elem *e, record *out)
{
    const flow_valve *self = e->self;
    jet1 p[3], q[2], x;
    port_pressures(0, s, self->port, 3, p);
    jet1_const(0, &x, s->y[e->own]);
    set_flows(0, self, p, &x, q);
    record_begin(out, e->label);
    record_moving_part(s, e, out);
    record_flow(s, out, "q1", -q[0].v - q[1].v);
    record_flow(s, out, "q2", q[0].v);
    record_flow(s, out, "q3", q[1].v);
    record_end(out);
}

static void sample(sampler *from, elem *e)
{
    flow_valve *self = e->self;
    sample_ports(from, self->port, 3);
    self->diaphragm = sample_real(from, 0.5, 2.0);
    self->mass = sample_real(from, 0.5, 2.0);
    self->pipe_area = sample_real(from, 0.5, 2.0);
    self->area = sample_real(from, 0.5, 2.0);
    self->stiffness = sample_real(from, 0.5, 2.0);
    self->preload = sample_real(from, 0.0, 1.0);
    self->width = sample_real(from, 0.5, 2.0);
    sample_stops(from, &self->stops);
    self->of = sample_fluid(from);
    set_moving_part(e);
}

const elem_type hydraulic_flow_valve_type = {
    HYDRAULIC_SLOTS,
    .keyword = "flow valve",
    .grammar =
        "hydraulic: LABEL, flow valve, NODE 1, NODE 2, NODE 3, DIAPHRAGM AREA, MASS, PIPE AREA, VALVE AREA, STIFFNESS, "
        "PRELOAD, WIDTH, STROKE, BY X, BY V, BY A, hydraulic fluid, FLUID",
    .summary = "A valve that keeps a flow by letting the rest pass by.",
    .size = sizeof(flow_valve),
    .read = read,
    .connect = connect,
    .eval = eval,
    .output_row = output_row,
    .own_name = moving_part_name,
    .sample = sample,
    .flags = ELEM_NOT_ASSEMBLED,
};
