/* thermal_capacitance.c - heat stored at a temperature.
 *
 *     row of the node -= C T'                                                                                   */
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof dof;
    double C;
} capacitance;

static void thermal_capacitance_read(reader *reader, elem *element)
{
    capacitance *self = element->self;
    self->dof = (node_dof){.node = read_node(reader, "thermal", "node"), .derivative = true};
    self->C = read_positive(reader, "thermal capacitance");
}

static void thermal_capacitance_connect(const elem *element, layout *layout)
{
    layout_dof(layout, &((const capacitance *)element->self)->dof);
}

static void thermal_capacitance_eval(int lanes, const state *state, const elem *element, local *out)
{
    const capacitance *self = element->self;
    out->r[0] = -self->C * node_dof_value(state, &self->dof);
    if (lanes > 0)
        out->J[0] = -self->C * dof_weight(state, &self->dof);
}

static void thermal_capacitance_sample(sampler *from, elem *element)
{
    capacitance *self = element->self;
    self->dof = sample_dof(from, 0);
    self->dof.derivative = true;
    self->C = sample_real(from, 0.5, 2.0);
}

const elem_type thermal_capacitance_type = {
    .card = &elem_cards[CARD_THERMAL],
    .keyword = "capacitance",
    .grammar = "thermal: LABEL, capacitance, NODE, CAPACITANCE",
    .summary = "Heat stored in a node in proportion to its temperature.",
    .size = sizeof(capacitance),
    .read = thermal_capacitance_read,
    .connect = thermal_capacitance_connect,
    .eval = thermal_capacitance_eval,
    .sample = thermal_capacitance_sample,
    .assembly = &(const elem_assembly){.never = true},
};
