/* beam3.c - the three-node beam, also available under its old name `beam`. Kinematics in beam_motion.c, equilibrium in
 * beam_eval.c; after Ghiringhelli, Masarati and Mantegazza, A Multi-Body Implementation of Finite Volume C0 Beams, AIAA
 * Journal 38(1), 2000. */
#include "element/beam/beam.h"

#define BEAM3_GRAMMAR                                                                                                 \
    "NODE 1, [position,] (vec3) OFFSET, [orientation, ORIENTATION,] NODE 2, ..., NODE 3, ..., {ORIENTATION I | from " \
    "nodes}, (6D law) "                                                                                               \
    "LAW I, {same | ORIENTATION II | from nodes}, {same | (6D law) LAW II} [, {piezoelectric actuator | "             \
    "piezoelectric beam}, N, "                                                                                        \
    "(abstract nodes) LABELS, MATRICES I, {same | MATRICES II}] [, custom output, FLAG [, ...]]"

static void beam3_read(reader *reader, elem *element) { read_beam(reader, element, 3); }
static void beam3_sample(sampler *from, elem *element) { beam_sample(from, element, 3); }

const elem_type beam3_type = {
    BEAM_SLOTS,
    .private_names = beam3_private_names,
    .card = &elem_cards[CARD_BEAM3],
    .grammar = "beam3: LABEL, " BEAM3_GRAMMAR,
    .summary = "A beam with three nodes and two evaluation points.",
    .read = beam3_read,
    .sample = beam3_sample,
};

const elem_type beam_type = {
    BEAM_SLOTS,
    .private_names = beam3_private_names,
    .card = &elem_cards[CARD_BEAM],
    .grammar = "beam: LABEL, " BEAM3_GRAMMAR,
    .summary = "The old name for beam3.",
    .read = beam3_read,
    .sample = beam3_sample,
};
