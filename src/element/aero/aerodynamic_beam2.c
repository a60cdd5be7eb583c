/* aerodynamic_beam2.c - a surface on a beam with two nodes; see aero_eval.c for its equations. */
#include "element/aero/aero.h"

static void aerodynamic_beam2_read(reader *reader, elem *element) { aero_read_beam(reader, element, 2); }

static void aerodynamic_beam2_sample(sampler *from, elem *element) { aero_sample(from, element, 2); }

const elem_type aerodynamic_beam2_type = {
    AERO_SLOTS,
    .card = &elem_cards[CARD_AERODYNAMIC_BEAM2],
    .grammar = "aerodynamic beam2: LABEL, BEAM [, induced velocity, LABEL [, passive]], (vector) OFFSET_1, "
               "(orientation) R_1, ..., " AERO_GRAMMAR,
    .summary = "A surface on a beam with two nodes: lift, drag and moment of its sections.",
    .read = aerodynamic_beam2_read,
    .sample = aerodynamic_beam2_sample,
};
