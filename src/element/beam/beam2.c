/* beam2.c - the two-node beam. Kinematics in beam_motion.c, equilibrium in beam_eval.c. */
#include "element/beam/beam.h"

static void beam2_read(reader *reader, elem *element) { read_beam(reader, element, 2); }
static void beam2_sample(sampler *from, elem *element) { beam_sample(from, element, 2); }

const elem_type beam2_type = {
    BEAM_SLOTS,
    .private_names = beam2_private_names,
    .card = &elem_cards[CARD_BEAM2],
    .grammar =
        "beam2: LABEL, NODE 1, [position,] (vec3) OFFSET, [orientation, ORIENTATION,] NODE 2, ..., {ORIENTATION | from "
        "nodes}, "
        "(6D law) LAW [, piezoelectric actuator, N, (abstract nodes) LABELS, MATRIX] [, custom output, FLAG [, ...]]",
    .summary = "A beam with two nodes and one evaluation point.",
    .read = beam2_read,
    .sample = beam2_sample,
};
