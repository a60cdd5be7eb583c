/* spring_valve.c - the body of a valve: see spring_valve.h. */
#include "element/hydraulic/spring_valve.h"

void read_valve_spring(reader *r, spring_valve *b)
{
    b->stiffness = read_not_negative(r, "stiffness of the spring");
    b->preload = read_not_negative(r, "preload of the spring");
    b->width = read_positive(r, "width");
}

void read_valve_end(reader *r, elem *e, spring_valve *b)
{
    read_penalties(r, &b->stops);
    b->fluid = read_hydraulic_fluid(r);
    set_moving_part(e);
}

void sample_valve(sampler *from, elem *e, spring_valve *b)
{
    b->mass = sample_real(from, 0.5, 2.0);
    b->area = sample_real(from, 0.5, 2.0);
    b->stiffness = sample_real(from, 0.5, 2.0);
    b->preload = sample_real(from, 0.0, 1.0);
    b->width = sample_real(from, 0.5, 2.0);
    sample_stops(from, &b->stops);
    b->fluid = sample_fluid(from);
    set_moving_part(e);
}

void layout_valve(layout *l, const node_dof *port, int n_ports)
{
    const int at_x = n_ports, at_v = n_ports + 1;
    layout_ports(l, port, n_ports);
    layout_own(l);
    layout_zero(l, 0, n_ports, at_v, 1);
    layout_zero(l, at_x, 1, 0, n_ports);
}

void valve_flow(int n, const spring_valve *b, const jet1 *x, const jet1 *p1, const jet1 *p2, jet1 *q)
{
    jet1 opening = *x;
    jet1_scale_by(n, &opening, VALVE_C * b->width);
    reference_flow(n, q, b->fluid, &opening, p1, p2);
}

void valve_balance(int n, const spring_valve *b, double d, const moving_part *m, int row, local *out)
{
    jet1 drag, stop;
    speed_drag(n, d, &m->v, &drag);
    stop_force(n, &b->stops, m, &stop);
    local_add1(out, row, n, -b->stiffness, &m->x);
    local_add1(out, row, n, -b->mass, &m->v_rate);
    local_add1(out, row, n, -1.0, &drag);
    local_add1(out, row, n, -1.0, &stop);
    out->r[row] -= b->preload;
}
