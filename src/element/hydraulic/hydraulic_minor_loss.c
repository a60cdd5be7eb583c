/* hydraulic_minor_loss.c - turbulent loss of pressure between two nodes.
 *
 *     p1 - p2 = K rho v |v| / 2,   K = K12 when v goes from 1 to 2, else K21 */
#include "element/hydraulic/hydraulic.h"
#include "contract/sampler.h"

typedef struct {
    node_dof port[2];
    double k12, k21, area;
    const fluid *of;
} minor_loss;

static void read(reader *r, elem *e)
{
    minor_loss *self = e->self;
    self->port[0] = read_pressure(r, "first node");
    self->port[1] = read_pressure(r, "second node");
    self->k12 = read_positive(r, "loss from 1 to 2");
    self->k21 = read_positive(r, "loss from 2 to 1");
    self->area = read_positive(r, "area");
    self->of = read_hydraulic_fluid(r);
}

static void connect(const elem *e, layout *l)
{
    const minor_loss *self = e->self;
    layout_dof(l, &self->port[0]);
    layout_dof(l, &self->port[1]);
}

static hydraulic_flow flow(const state *s, const minor_loss *self)
{
    const double p1 = node_dof_value(s, &self->port[0]), p2 = node_dof_value(s, &self->port[1]);
    return turbulent_flow(self->of, p1 > p2 ? self->k12 : self->k21, self->area, p1, p2);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const minor_loss *self = e->self;
    const hydraulic_flow q = flow(s, self);
    hydraulic_add_flow(n, s, self->port, 0, 1, &q, out);
}

static void output_row(const state *s, const elem *e, record *out)
{
    const hydraulic_flow q = flow(s, e->self);
    record_begin(out, e->label);
    record_name(out, "v", QUANTITY_VELOCITY, "velocity");
    record_real(out, q.velocity);
    record_name(out, "q", QUANTITY_NONE, "mass flow");
    record_real(out, q.flow);
    record_end(out);
}

static void sample(sampler *from, elem *e)
{
    minor_loss *self = e->self;
    self->port[0] = sample_dof(from, 0);
    self->port[1] = sample_dof(from, 1);
    self->k12 = sample_real(from, 0.5, 3.0);
    self->k21 = sample_real(from, 0.5, 3.0);
    self->area = sample_real(from, 0.5, 2.0);
    self->of = sample_fluid(from);
}

const elem_type hydraulic_minor_loss_type = {
    .card = &elem_cards[CARD_HYDRAULIC],
    .keyword = "minor loss",
    .grammar = "hydraulic: LABEL, minor loss, NODE 1, NODE 2, K12, K21, AREA, hydraulic fluid, FLUID",
    .summary = "Turbulent loss of pressure between two nodes.",
    .size = sizeof(minor_loss),
    .read = read,
    .connect = connect,
    .eval = eval,
    .output_row = output_row,
    .sample = sample,
    .flags = ELEM_NOT_ASSEMBLED | ELEM_NO_POTENTIAL,
};
