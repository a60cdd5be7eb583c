/* electric_displacement.c - a transducer of the distance between two points.
 *
 *     row of the abstract node += |p2 - p1| - y,     p_k = x_k + R_k f_k,   y the node's value
 *
 * Without other elements on the node, the value of the node is the distance. */
#include "contract/sampler.h"
#include "model/frames.h"
#include "model/reading.h"
#include <math.h>

typedef struct {
    const node *node[2];
    vec3 f[2];
    node_dof dof;
} transducer;

enum { AT_SIGNAL = 12 };

static void electric_displacement_read(reader *reader, elem *element)
{
    transducer *self = element->self;
    for (int k = 0; k < 2; k++) {
        self->node[k] = read_structural_node(reader, k == 0 ? "first node" : "second node");
        const frame_context context = {.node_frame = self->node[k] ? self->node[k]->initial : NULL};
        read_keyword(reader, "position");
        self->f[k] = read_position_rel(reader, &context, "offset");
    }
    self->dof.node = read_node(reader, "abstract", "abstract node");
}

static void electric_displacement_connect(const elem *element, layout *layout)
{
    const transducer *self = element->self;
    layout_node(layout, self->node[0]);
    layout_node(layout, self->node[1]);
    layout_dof(layout, &self->dof);
    layout_clear(layout);
    layout_full(layout, AT_SIGNAL, 1, 0, 13);
}

static void set_distance(int lanes, const state *state, const transducer *self, jet1 *x)
{
    jet_node at[2];
    jet3 p[2], arm, d;
    for (int k = 0; k < 2; k++) {
        jet_node_seed(lanes, &at[k], state, self->node[k]->pose, 6 * k);
        jet_node_arm(lanes, &arm, &at[k], self->f[k]);
        jet3_add(lanes, &p[k], &at[k].x, 1.0, &arm);
    }
    jet3_add(lanes, &d, &p[1], -1.0, &p[0]);
    jet3_dot(lanes, x, &d, &d);
    const double length = sqrt(x->v);
    jet1_chain_by(lanes, x, length, length > 0.0 ? 0.5 / length : 0.0);
}

static void electric_displacement_eval(int lanes, const state *state, const elem *element, local *out)
{
    const transducer *self = element->self;
    jet1 x;
    set_distance(lanes, state, self, &x);
    local_add1(out, AT_SIGNAL, lanes, 1.0, &x);
    out->r[AT_SIGNAL] -= node_dof_value(state, &self->dof);
    if (lanes > 0)
        out->J[AT_SIGNAL * out->ld + AT_SIGNAL] -= dof_weight(state, &self->dof);
}

static void electric_displacement_initial(const state *state, const elem *element, initial_values *initial)
{
    const transducer *self = element->self;
    jet1 x;
    set_distance(0, state, self, &x);
    initial->y[self->dof.node->dof] = x.v;
}

static void electric_displacement_sample(sampler *from, elem *element)
{
    transducer *self = element->self;
    for (int k = 0; k < 2; k++) {
        self->node[k] = sample_structural(from, k);
        self->f[k] = sample_vec3(from, 1.0);
    }
    self->dof = sample_dof(from, 0);
}

const elem_type electric_displacement_type = {
    .card = &elem_cards[CARD_ELECTRIC],
    .keyword = "displacement",
    .grammar = "electric: LABEL, displacement, NODE 1, OFFSET 1, NODE 2, OFFSET 2, ABSTRACT NODE",
    .summary = "Sets the value of an abstract node to the distance between two points.",
    .size = sizeof(transducer),
    .read = electric_displacement_read,
    .connect = electric_displacement_connect,
    .eval = electric_displacement_eval,
    .initial = electric_displacement_initial,
    .sample = electric_displacement_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .no_potential = true},
};
