/* aerodynamic_beam3.c - a surface on a beam with three nodes; its equations stand in aero_eval.c. */
#include "element/aero/aero.h"

static void aerodynamic_beam3_read(reader *r, elem *e) { aero_read_beam(r, e, 3); }

static void aerodynamic_beam3_sample(sampler *from, elem *e) { aero_sample(from, e, 3); }

const elem_type aerodynamic_beam3_type = {
    AERO_SLOTS,
    .card = &elem_cards[CARD_AERODYNAMIC_BEAM3],
    .grammar = "aerodynamic beam3: LABEL, BEAM [, induced velocity, LABEL [, passive]], (vector) OFFSET_1, "
               "(orientation) R_1, ..., " AERO_GRAMMAR,
    .summary = "A surface on a beam with three nodes: lift, drag and moment of its sections.",
    .read = aerodynamic_beam3_read,
    .sample = aerodynamic_beam3_sample,
};
