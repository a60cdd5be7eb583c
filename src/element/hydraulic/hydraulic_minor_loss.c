/* hydraulic_minor_loss.c - turbulent pressure loss between two nodes.
 *
 *     p1 - p2 = K rho v |v| / 2,   K = K12 if the flow is from 1 to 2, otherwise K21 */
#include "element/hydraulic/hydraulic.h"
#include <math.h>

typedef struct {
    node_dof port[2];
    double k12, k21, area;
    const fluid *fluid;
} minor_loss;

static void hydraulic_minor_loss_read(reader *reader, elem *element)
{
    minor_loss *self = element->self;
    read_ports(reader, self->port, 2);
    self->k12 = read_positive(reader, "loss from 1 to 2");
    self->k21 = read_positive(reader, "loss from 2 to 1");
    self->area = read_positive(reader, "area");
    self->fluid = read_hydraulic_fluid(reader);
}

static void hydraulic_minor_loss_connect(const elem *element, layout *layout)
{
    layout_ports(layout, ((const minor_loss *)element->self)->port, 2);
}

static void hydraulic_minor_loss_set_flow(int lanes, const minor_loss *self, const jet1 p[2], jet1 *q)
{
    const double k = p[0].v > p[1].v ? self->k12 : self->k21;
    turbulent_flow_at(lanes, q, self->fluid, self->area / sqrt(k), &p[0], &p[1]);
}

static void hydraulic_minor_loss_eval(int lanes, const state *state, const elem *element, local *out)
{
    const minor_loss *self = element->self;
    jet1 p[2], q;
    port_pressures(lanes, state, self->port, 2, p);
    hydraulic_minor_loss_set_flow(lanes, self, p, &q);
    add_flow(lanes, out, 0, 1, &q);
}

static void hydraulic_minor_loss_output_row(const state *state, const elem *element, record *out)
{
    const minor_loss *self = element->self;
    jet1 p[2], q, rho;
    port_pressures(0, state, self->port, 2, p);
    hydraulic_minor_loss_set_flow(0, self, p, &q);
    mean_density(0, &rho, self->fluid, &p[0], &p[1]);
    record_begin(out, element->label);
    record_velocity(state, out, q.v / (rho.v * self->area));
    record_flow(state, out, "q", q.v);
    record_end(out);
}

static void hydraulic_minor_loss_sample(sampler *from, elem *element)
{
    minor_loss *self = element->self;
    sample_ports(from, self->port, 2);
    self->k12 = sample_real(from, 0.5, 3.0);
    self->k21 = sample_real(from, 0.5, 3.0);
    self->area = sample_real(from, 0.002, 0.01);
    self->fluid = sample_fluid(from);
}

const elem_type hydraulic_minor_loss_type = {
    HYDRAULIC_SLOTS,
    .keyword = "minor loss",
    .grammar = "hydraulic: LABEL, minor loss, NODE 1, NODE 2, K12, K21, AREA, hydraulic fluid, FLUID",
    .summary = "A turbulent pressure loss between two nodes.",
    .size = sizeof(minor_loss),
    .read = hydraulic_minor_loss_read,
    .connect = hydraulic_minor_loss_connect,
    .eval = hydraulic_minor_loss_eval,
    .output = hydraulic_minor_loss_output_row,
    .sample = hydraulic_minor_loss_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.no_potential = true},
};
