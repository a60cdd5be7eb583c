/* electric_displacement.c - a transducer of the distance between two points.
 *
 *     row of the abstract node += |p2 - p1| - y,     p_k = x_k + R_k f_k,   y the node's value
 *
 * Alone it sets the value of the node to the distance; other elements on the node add to it. */
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

static void electric_displacement_read(reader *r, elem *e)
{
    transducer *self = e->self;
    for (int k = 0; k < 2; k++) {
        self->node[k] = read_structural_node(r, k == 0 ? "first node" : "second node");
        const frame_context c = {.own = self->node[k] ? self->node[k]->initial : NULL};
        read_keyword(r, "position");
        self->f[k] = read_position_rel(r, &c, "offset");
    }
    self->dof.node = read_node(r, "abstract", "abstract node");
}

static void electric_displacement_connect(const elem *e, layout *l)
{
    const transducer *self = e->self;
    layout_node(l, self->node[0]);
    layout_node(l, self->node[1]);
    layout_dof(l, &self->dof);
    layout_clear(l);
    layout_full(l, AT_SIGNAL, 1, 0, 13);
}

static void set_distance(int n, const state *s, const transducer *self, jet1 *x)
{
    jet_node at[2];
    jet3 p[2], arm, d;
    for (int k = 0; k < 2; k++) {
        jet_node_seed(n, &at[k], s, self->node[k]->pose, 6 * k);
        jet_node_arm(n, &arm, &at[k], self->f[k]);
        jet3_add(n, &p[k], &at[k].x, 1.0, &arm);
    }
    jet3_add(n, &d, &p[1], -1.0, &p[0]);
    jet3_dot(n, x, &d, &d);
    const double length = sqrt(x->v);
    jet1_chain_by(n, x, length, length > 0.0 ? 0.5 / length : 0.0);
}

static void electric_displacement_eval(int n, const state *s, const elem *e, local *out)
{
    const transducer *self = e->self;
    jet1 x;
    set_distance(n, s, self, &x);
    local_add1(out, AT_SIGNAL, n, 1.0, &x);
    out->r[AT_SIGNAL] -= node_dof_value(s, &self->dof);
    if (n > 0)
        out->J[AT_SIGNAL * out->ld + AT_SIGNAL] -= dof_weight(s, &self->dof);
}

static void electric_displacement_initial(const state *s, const elem *e, initial_values *v)
{
    const transducer *self = e->self;
    jet1 x;
    set_distance(0, s, self, &x);
    v->y[self->dof.node->dof] = x.v;
}

static void electric_displacement_sample(sampler *from, elem *e)
{
    transducer *self = e->self;
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
