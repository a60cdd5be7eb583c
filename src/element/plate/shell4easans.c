/* shell4easans.c - the four-node shell of MBDyn with assumed transverse shear.
 *
 *     e13 = (1 + r2)/2 e13(0, 1) + (1 - r2)/2 e13(0, -1)
 *     e23 = (1 - r1)/2 e23(-1, 0) + (1 + r1)/2 e23(1, 0)
 *
 * Each is expressed in the axes of its own point.
 *
 * As in MBDyn, the rows of the enhanced strains are divided by the coefficient c of the step. In an eigenanalysis,
 * which uses two matrices with opposite c, the enhanced strains are then scaled by (c lambda)^-2, which is nearly zero
 * for the usual c = 1: the frequencies are those of an element without enhanced strains. */
#include "element/plate/shell4.h"

static bool shell4easans_complete(arena *memory, plate *of)
{
    enum { TOP = QUADRANGLE_POINTS, LEFT, BOTTOM, RIGHT };
    shell4 *q = (shell4 *)of;
    shell4_complete(memory, of, SHELL_STATIONS);
    for (int p = 0; p < QUADRANGLE_POINTS; p++) {
        double r[2];
        quadrangle_point(p, r);
        q->shear[p][0][TOP] = 0.5 * (1.0 + r[1]);
        q->shear[p][0][BOTTOM] = 0.5 * (1.0 - r[1]);
        q->shear[p][1][LEFT] = 0.5 * (1.0 - r[0]);
        q->shear[p][1][RIGHT] = 0.5 * (1.0 + r[0]);
    }
    return true;
}

static const internal_kind MODES[PLATE_MODES] = {INTERNAL_ALGEBRAIC, INTERNAL_ALGEBRAIC, INTERNAL_ALGEBRAIC,
                                                 INTERNAL_ALGEBRAIC, INTERNAL_ALGEBRAIC, INTERNAL_ALGEBRAIC,
                                                 INTERNAL_ALGEBRAIC};

static const plate_kind KIND = {.n_nodes = PLATE_NODES,
                                .functions = quadrangle_at,
                                .corner = QUADRANGLE_CORNERS,
                                .log = "shell4:",
                                .modes = MODES,
                                .is_divided = true,
                                .has_torsion = true,
                                .shear = 1.0,
                                .complete = shell4easans_complete,
                                .stress = shell4_stress};

static void shell4easans_read(reader *reader, elem *element) { read_plate(reader, element, &KIND); }
static void shell4easans_sample(sampler *from, elem *element) { plate_sample(from, element, &KIND); }

const elem_type shell4easans_type = {
    SHELL4_SLOTS,
    .card = &elem_cards[CARD_SHELL4EASANS],
    .grammar = "shell4easans: " SHELL_GRAMMAR,
    .summary = "A shell with four nodes; prefer shell4mitc.",
    .read = shell4easans_read,
    .sample = shell4easans_sample,
};
