/* hydraulic_three_way_minor_loss.c - a shuttle valve: node 1 is connected to the one of nodes 2 and 3 with the higher
 * pressure.
 *
 *     p1 - pk = K rho v |v| / 2,   K = K12 if the flow leaves node 1, otherwise K31;   area A12 to 2, A31 to 3 */
#include "element/hydraulic/hydraulic.h"
#include <math.h>

typedef struct {
    node_dof port[3];
    double k12, k31, area[2]; /* areas to nodes 2 and 3 */
    const fluid *fluid;
} three_way;

static void hydraulic_three_way_minor_loss_read(reader *reader, elem *element)
{
    three_way *self = element->self;
    read_ports(reader, self->port, 3);
    self->k12 = read_positive(reader, "loss from 1 to 2");
    self->k31 = read_positive(reader, "loss from 3 to 1");
    self->area[0] = read_positive(reader, "area from 1 to 2");
    self->area[1] = read_positive(reader, "area from 3 to 1");
    self->fluid = read_hydraulic_fluid(reader);
}

static void hydraulic_three_way_minor_loss_connect(const elem *element, layout *layout)
{
    layout_ports(layout, ((const three_way *)element->self)->port, 3);
}

/* Returns the port connected to node 1. */
static int hydraulic_three_way_minor_loss_set_flow(int lanes, const three_way *self, const jet1 p[3], jet1 *q)
{
    const int to = p[1].v > p[2].v ? 1 : 2;
    const double k = p[0].v > p[to].v ? self->k12 : self->k31;
    turbulent_flow_at(lanes, q, self->fluid, self->area[to - 1] / sqrt(k), &p[0], &p[to]);
    return to;
}

static void hydraulic_three_way_minor_loss_eval(int lanes, const state *state, const elem *element, local *out)
{
    const three_way *self = element->self;
    jet1 p[3], q;
    port_pressures(lanes, state, self->port, 3, p);
    const int to = hydraulic_three_way_minor_loss_set_flow(lanes, self, p, &q);
    add_flow(lanes, out, 0, to, &q);
}

static void hydraulic_three_way_minor_loss_output_row(const state *state, const elem *element, record *out)
{
    const three_way *self = element->self;
    jet1 p[3], q, rho;
    port_pressures(0, state, self->port, 3, p);
    const int to = hydraulic_three_way_minor_loss_set_flow(0, self, p, &q);
    mean_density(0, &rho, self->fluid, &p[0], &p[to]);
    record_begin(out, element->label);
    record_velocity(state, out, q.v / (rho.v * self->area[to - 1]));
    record_flow(state, out, "q", q.v);
    record_end(out);
}

static void hydraulic_three_way_minor_loss_sample(sampler *from, elem *element)
{
    three_way *self = element->self;
    sample_ports(from, self->port, 3);
    self->k12 = sample_real(from, 0.5, 3.0);
    self->k31 = sample_real(from, 0.5, 3.0);
    self->area[0] = sample_real(from, 0.002, 0.01);
    self->area[1] = sample_real(from, 0.002, 0.01);
    self->fluid = sample_fluid(from);
}

const elem_type hydraulic_three_way_minor_loss_type = {
    HYDRAULIC_SLOTS,
    .keyword = "three way minor loss",
    .grammar = "hydraulic: LABEL, three way minor loss, NODE 1, NODE 2, NODE 3, K12, K31, AREA 12, AREA 31, hydraulic "
               "fluid, FLUID",
    .summary = "Connects a node to the one of two others that has the higher pressure, with a turbulent loss.",
    .size = sizeof(three_way),
    .read = hydraulic_three_way_minor_loss_read,
    .connect = hydraulic_three_way_minor_loss_connect,
    .eval = hydraulic_three_way_minor_loss_eval,
    .output = hydraulic_three_way_minor_loss_output_row,
    .sample = hydraulic_three_way_minor_loss_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.no_potential = true},
};
