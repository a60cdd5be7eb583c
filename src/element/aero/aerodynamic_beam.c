/* aerodynamic_beam.c - the old name of aerodynamic beam3. */
#include "element/aero/aero.h"

static void aerodynamic_beam_read(reader *r, elem *e) { aero_read_beam(r, e, 3); }

static void aerodynamic_beam_sample(sampler *from, elem *e) { aero_sample(from, e, 3); }

const elem_type aerodynamic_beam_type = {
    AERO_SLOTS,
    .card = &elem_cards[CARD_AERODYNAMIC_BEAM],
    .grammar = "aerodynamic beam: LABEL, BEAM [, induced velocity, LABEL [, passive]], (vector) OFFSET_1, "
               "(orientation) R_1, ..., " AERO_GRAMMAR,
    .summary = "A surface on a beam with three nodes: lift, drag and moment of its sections.",
    .read = aerodynamic_beam_read,
    .sample = aerodynamic_beam_sample,
};
