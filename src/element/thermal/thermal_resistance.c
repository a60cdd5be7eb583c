/* thermal_resistance.c - heat flow from the warmer of two nodes to the colder one.
 *
 *     q = (T1 - T2) / R,     row 1 -= q,   row 2 += q */
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof end[2];
    double R;
} resistance;

static void thermal_resistance_read(reader *reader, elem *element)
{
    resistance *self = element->self;
    self->end[0].node = read_node(reader, "thermal", "first node");
    self->end[1].node = read_node(reader, "thermal", "second node");
    self->R = read_positive(reader, "thermal resistance");
}

static void thermal_resistance_connect(const elem *element, layout *layout)
{
    const resistance *self = element->self;
    layout_dof(layout, &self->end[0]);
    layout_dof(layout, &self->end[1]);
}

static void thermal_resistance_eval(int lanes, const state *state, const elem *element, local *out)
{
    const resistance *self = element->self;
    const double q = (node_dof_value(state, &self->end[0]) - node_dof_value(state, &self->end[1])) / self->R;
    out->r[0] = -q;
    out->r[1] = q;
    for (int i = 0; lanes > 0 && i < 2; i++)
        for (int j = 0; j < 2; j++)
            out->J[i * out->ld + j] = (i == j ? -1.0 : 1.0) * dof_weight(state, &self->end[j]) / self->R;
}

static void thermal_resistance_sample(sampler *from, elem *element)
{
    resistance *self = element->self;
    self->end[0] = sample_dof(from, 0);
    self->end[1] = sample_dof(from, 1);
    self->R = sample_real(from, 0.5, 2.0);
}

const elem_type thermal_resistance_type = {
    .card = &elem_cards[CARD_THERMAL],
    .keyword = "resistance",
    .grammar = "thermal: LABEL, resistance, NODE 1, NODE 2, RESISTANCE",
    .summary = "Heat that flows between two nodes in proportion to the difference of their temperatures.",
    .size = sizeof(resistance),
    .read = thermal_resistance_read,
    .connect = thermal_resistance_connect,
    .eval = thermal_resistance_eval,
    .sample = thermal_resistance_sample,
    .assembly = &(const elem_assembly){.never = true},
};
