/* spring_valve.c - the body of a valve: see spring_valve.h. */
#include "element/hydraulic/spring_valve.h"

void read_valve_spring(reader *reader, spring_valve *spring_valve)
{
    spring_valve->stiffness = read_not_negative(reader, "stiffness of the spring");
    spring_valve->preload = read_not_negative(reader, "preload of the spring");
    spring_valve->width = read_positive(reader, "width");
}

void read_valve_end(reader *reader, elem *element, spring_valve *spring_valve)
{
    read_penalties(reader, &spring_valve->stops);
    spring_valve->fluid = read_hydraulic_fluid(reader);
    set_moving_part(element);
}

void sample_valve(sampler *from, elem *element, spring_valve *spring_valve)
{
    spring_valve->mass = sample_real(from, 0.5, 2.0);
    spring_valve->area = sample_real(from, 0.5, 2.0);
    spring_valve->stiffness = sample_real(from, 0.5, 2.0);
    spring_valve->preload = sample_real(from, 0.0, 1.0);
    spring_valve->width = sample_real(from, 0.5, 2.0);
    sample_stops(from, &spring_valve->stops);
    spring_valve->fluid = sample_fluid(from);
    set_moving_part(element);
}

void layout_valve(layout *layout, const node_dof *port, int n_ports)
{
    const int at_x = n_ports, at_v = n_ports + 1;
    layout_ports(layout, port, n_ports);
    layout_internal(layout);
    layout_zero(layout, 0, n_ports, at_v, 1);
    layout_zero(layout, at_x, 1, 0, n_ports);
}

void valve_flow(int lanes, const spring_valve *spring_valve, const jet1 *x, const jet1 *p1, const jet1 *p2, jet1 *q)
{
    jet1 opening = *x;
    jet1_scale_by(lanes, &opening, VALVE_C * spring_valve->width);
    reference_flow(lanes, q, spring_valve->fluid, &opening, p1, p2);
}

void valve_balance(int lanes, const spring_valve *spring_valve, double d, const moving_part *moving_part, int row,
                   local *out)
{
    jet1 drag, stop;
    speed_drag(lanes, d, &moving_part->v, &drag);
    stop_force(lanes, &spring_valve->stops, moving_part, &stop);
    local_add1(out, row, lanes, -spring_valve->stiffness, &moving_part->x);
    local_add1(out, row, lanes, -spring_valve->mass, &moving_part->v_rate);
    local_add1(out, row, lanes, -1.0, &drag);
    local_add1(out, row, lanes, -1.0, &stop);
    out->r[row] -= spring_valve->preload;
}
