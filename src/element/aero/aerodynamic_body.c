/* aerodynamic_body.c - a rigid surface on a node; its equations stand in aero_eval.c. */
#include "element/aero/aero.h"
#include "model/reading.h"

static void aerodynamic_body_read(reader *r, elem *e)
{
    aero *a = e->self;
    a->n_nodes = 1;
    a->node[0] = read_structural_node(r, "node of the surface");
    a->carrier = a->node[0] ? a->node[0]->label : 0;
    a->inflow = read_inflow_link(r, a->node[0]);
    aero_read_side(r, a, 0);
    a->span = read_positive(r, "span");
    aero_read_rest(r, e);
}

static void aerodynamic_body_sample(sampler *from, elem *e) { aero_sample(from, e, 1); }

const elem_type aerodynamic_body_type = {
    AERO_SLOTS,
    .card = &elem_cards[CARD_AERODYNAMIC_BODY],
    .grammar = "aerodynamic body: LABEL, NODE [, induced velocity, LABEL [, passive]], (vector) OFFSET, "
               "(orientation) R, SPAN, " AERO_GRAMMAR,
    .summary = "A rigid surface on a node: lift, drag and moment of its sections.",
    .read = aerodynamic_body_read,
    .sample = aerodynamic_body_sample,
};
