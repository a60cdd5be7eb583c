/* hydraulic_control_valve.c - a valve with a prescribed state between four nodes.
 *
 *     state s > 0:  A12 = A34 = A (s + 2 l),    A13 = A24 = A l          l: leakage, as a fraction of A
 *     state s < 0:  A12 = A34 = 2 A l,          A13 = A24 = A (|s| + l)
 *
 * The flows are computed at the reference density; see four_way.h. The state is limited to the range from -1 to 1. As
 * in MBDyn, 1-2 and 3-4 leak twice as much. Control valve 2 also leaks A l between 1 and 4 and between 2 and 3, has C =
 * 0.611, and uses the density at the mean of the four pressures. */
#include "element/hydraulic/four_way.h"
#include <math.h>

typedef struct {
    node_dof port[4];
    double area, leak;
    const drive *state;
    const fluid *fluid;
    int ways;
    double coefficient;
} control_valve;

static void set_first(control_valve *self)
{
    self->ways = WAYS;
    self->coefficient = SLIT_COEFFICIENT;
}

static void set_second(control_valve *self)
{
    self->ways = ALL_WAYS;
    self->coefficient = 0.611;
}

static void read_valve(reader *reader, control_valve *self)
{
    read_ports(reader, self->port, 4);
    self->area = read_positive(reader, "area");
    self->leak = read_keyword(reader, "loss") ? read_not_negative(reader, "loss") : 0.0;
    self->state = read_drive(reader, "state");
    self->fluid = read_hydraulic_fluid(reader);
}

static void hydraulic_control_valve_read(reader *reader, elem *element)
{
    set_first(element->self);
    read_valve(reader, element->self);
}

static void read_2(reader *reader, elem *element)
{
    set_second(element->self);
    read_valve(reader, element->self);
}

static void hydraulic_control_valve_connect(const elem *element, layout *layout)
{
    layout_ports(layout, ((const control_valve *)element->self)->port, 4);
}

static double state_now(const state *state, const control_valve *self)
{
    return fmax(-1.0, fmin(1.0, drive_now(self->state, state)));
}

static void set_density(int lanes, const control_valve *self, const jet1 p[4], jet1 *rho)
{
    jet1_const(lanes, rho, self->fluid->density);
    if (self->ways == WAYS)
        return;
    jet1 mean;
    jet1_const(lanes, &mean, 0.0);
    for (int i = 0; i < 4; i++)
        jet1_add_to(lanes, &mean, 0.25, &p[i]);
    density_at(lanes, rho, self->fluid, &mean);
}

static void hydraulic_control_valve_set_flows(int lanes, const state *state, const control_valve *self,
                                              jet1 q[ALL_WAYS])
{
    const double x = state_now(state, self), A = self->coefficient * self->area, l = self->leak;
    const double straight = A * (fmax(x, 0.0) + 2.0 * l), crossed = A * (fmax(-x, 0.0) + l);
    jet1 p[4], rho, area[ALL_WAYS];
    port_pressures(lanes, state, self->port, 4, p);
    set_density(lanes, self, p, &rho);
    for (int k = 0; k < self->ways; k++)
        jet1_const(lanes, &area[k], k >= WAYS ? A * l : k == WAY_12 || k == WAY_34 ? straight : crossed);
    four_way_flows(lanes, self->ways, &rho, area, p, q);
}

static void hydraulic_control_valve_eval(int lanes, const state *state, const elem *element, local *out)
{
    const control_valve *self = element->self;
    jet1 q[ALL_WAYS];
    hydraulic_control_valve_set_flows(lanes, state, self, q);
    four_way_add(lanes, self->ways, q, out);
}

static void hydraulic_control_valve_output_row(const state *state, const elem *element, record *out)
{
    const control_valve *self = element->self;
    jet1 q[ALL_WAYS];
    hydraulic_control_valve_set_flows(0, state, self, q);
    record_begin(out, element->label);
    record_hydraulic(state, out, "state", QUANTITY_DIMENSIONLESS, "state", state_now(state, self));
    four_way_record(state, out, self->ways, q);
    record_end(out);
}

static void sample_valve(sampler *from, control_valve *self)
{
    sample_ports(from, self->port, 4);
    self->area = sample_real(from, 0.002, 0.01);
    self->leak = sample_real(from, 0.0, 0.1);
    self->state = sample_drive(from);
    self->fluid = sample_fluid(from);
}

static void hydraulic_control_valve_sample(sampler *from, elem *element)
{
    set_first(element->self);
    sample_valve(from, element->self);
}

static void sample_2(sampler *from, elem *element)
{
    set_second(element->self);
    sample_valve(from, element->self);
}

#define CONTROL_VALVE_SLOTS                                                                     \
    HYDRAULIC_SLOTS, .size = sizeof(control_valve), .connect = hydraulic_control_valve_connect, \
                     .eval = hydraulic_control_valve_eval, .output = hydraulic_control_valve_output_row

const elem_type hydraulic_control_valve_type = {
    CONTROL_VALVE_SLOTS,
    .keyword = "control valve",
    .grammar = "hydraulic: LABEL, control valve, NODE 1, NODE 2, NODE 3, NODE 4, AREA, [loss, LOSS,] (drive) STATE, "
               "hydraulic fluid, FLUID",
    .summary = "Connects nodes 1-2 and 3-4, or 1-3 and 2-4, depending on its state.",
    .read = hydraulic_control_valve_read,
    .sample = hydraulic_control_valve_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
};

const elem_type hydraulic_control_valve_2_type = {
    CONTROL_VALVE_SLOTS,
    .keyword = "control valve 2",
    .grammar = "hydraulic: LABEL, control valve 2, NODE 1, NODE 2, NODE 3, NODE 4, AREA, [loss, LOSS,] (drive) STATE, "
               "hydraulic fluid, FLUID",
    .summary = "A control valve that leaks between all its nodes.",
    .read = read_2,
    .sample = sample_2,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.no_potential = true},
};
