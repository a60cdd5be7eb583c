/* aerodynamic_body.c - a rigid surface on a node; see aero_eval.c for its equations. */
#include "element/aero/aero.h"
#include "model/reading.h"

static void aerodynamic_body_read(reader *reader, elem *element)
{
    aero *aero = element->self;
    aero->n_nodes = 1;
    aero->node[0] = read_structural_node(reader, "node of the surface");
    aero->carrier = aero->node[0] ? aero->node[0]->label : 0;
    aero->inflow = read_inflow_link(reader, aero->node[0]);
    aero_read_side(reader, aero, 0);
    aero->span = read_positive(reader, "span");
    aero_read_rest(reader, element);
}

static void aerodynamic_body_sample(sampler *from, elem *element) { aero_sample(from, element, 1); }

const elem_type aerodynamic_body_type = {
    AERO_SLOTS,
    .card = &elem_cards[CARD_AERODYNAMIC_BODY],
    .grammar = "aerodynamic body: LABEL, NODE [, induced velocity, LABEL [, passive]], (vector) OFFSET, "
               "(orientation) R, SPAN, " AERO_GRAMMAR,
    .summary = "A rigid surface on a node: lift, drag and moment of its sections.",
    .read = aerodynamic_body_read,
    .sample = aerodynamic_body_sample,
};
