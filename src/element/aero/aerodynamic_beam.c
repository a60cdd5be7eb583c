/* aerodynamic_beam.c - the former name of aerodynamic beam3. */
#include "element/aero/aero.h"

static void aerodynamic_beam_read(reader *reader, elem *element) { aero_read_beam(reader, element, 3); }

static void aerodynamic_beam_sample(sampler *from, elem *element) { aero_sample(from, element, 3); }

const elem_type aerodynamic_beam_type = {
    AERO_SLOTS,
    .card = &elem_cards[CARD_AERODYNAMIC_BEAM],
    .grammar = "aerodynamic beam: LABEL, BEAM [, induced velocity, LABEL [, passive]], (vector) OFFSET_1, "
               "(orientation) R_1, ..., " AERO_GRAMMAR,
    .summary = "A surface on a beam with three nodes: lift, drag and moment of its sections.",
    .read = aerodynamic_beam_read,
    .sample = aerodynamic_beam_sample,
};
