/* hydraulic_control_valve.c - a valve with a given state between four nodes.
 *
 *     state s > 0:  A12 = A34 = A (s + 2 l),    A13 = A24 = A l          l: the part of A that leaks
 *     state s < 0:  A12 = A34 = 2 A l,          A13 = A24 = A (|s| + l)
 *
 * Flows: four_way.h. As in the reference 1-2 and 3-4 leak twice. */
#include "element/hydraulic/four_way.h"
#include <math.h>

typedef struct {
    node_dof port[4];
    double area, leak;
    const drive *state;
    const fluid *of;
} control_valve;

static void read(reader *r, elem *e)
{
    control_valve *self = e->self;
    read_ports(r, self->port, 4);
    self->area = read_positive(r, "area");
    self->leak = read_keyword(r, "loss") ? read_not_negative(r, "loss") : 0.0;
    self->state = read_drive(r, "state");
    self->of = read_hydraulic_fluid(r);
}

static void connect(const elem *e, layout *l) { layout_ports(l, ((const control_valve *)e->self)->port, 4); }

static void set_flows(int n, const state *s, const control_valve *self, jet1 q[WAYS])
{
    const double x = drive_now(self->state, s), A = self->area, l = self->leak;
    const double straight = A * (fmax(x, 0.0) + 2.0 * l), crossed = A * (fmax(-x, 0.0) + l);
    jet1 p[4], area[WAYS];
    port_pressures(n, s, self->port, 4, p);
    for (int k = 0; k < WAYS; k++)
        jet1_const(n, &area[k], k == WAY_12 || k == WAY_34 ? straight : crossed);
    four_way_flows(n, self->of, area, p, q);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    jet1 q[WAYS];
    set_flows(n, s, e->self, q);
    four_way_add(n, q, out);
}

static void output_row(const state *s, const elem *e, record *out)
{
    const control_valve *self = e->self;
    jet1 q[WAYS];
    set_flows(0, s, self, q);
    record_begin(out, e->label);
    record_name(out, "state", QUANTITY_DIMENSIONLESS, "state");
    record_real(out, drive_now(self->state, s));
    four_way_record(out, q);
    record_end(out);
}

static void sample(sampler *from, elem *e)
{
    control_valve *self = e->self;
    sample_ports(from, self->port, 4);
    self->area = sample_real(from, 0.002, 0.01);
    self->leak = sample_real(from, 0.0, 0.1);
    self->state = sample_drive(from);
    self->of = sample_fluid(from);
}

const elem_type hydraulic_control_valve_type = {
    HYDRAULIC_SLOTS,
    .keyword = "control valve",
    .grammar = "hydraulic: LABEL, control valve, NODE 1, NODE 2, NODE 3, NODE 4, AREA, [loss, LOSS,] (drive) STATE, "
               "hydraulic fluid, FLUID",
    .summary = "Joins nodes 1-2 and 3-4, or 1-3 and 2-4, as its state says.",
    .size = sizeof(control_valve),
    .read = read,
    .connect = connect,
    .eval = eval,
    .output_row = output_row,
    .sample = sample,
    .flags = ELEM_NOT_ASSEMBLED,
};
