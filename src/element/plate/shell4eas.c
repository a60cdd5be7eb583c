/* shell4eas.c - the older four-node shell: one transverse shear for the whole element.
 *
 *     e13, e23 = means of those at the integration points, weighted by area
 *
 * A displacement w that alternates from node to node then causes no shear, and hardly any other strain: the supports
 * must prevent it. */
#include "element/plate/shell4.h"

static bool shell4eas_complete(arena *memory, plate *of)
{
    shell4 *q = (shell4 *)of;
    double area = 0.0;
    shell4_complete(memory, of, QUADRANGLE_POINTS);
    for (int i = 0; i < QUADRANGLE_POINTS; i++)
        area += of->enhanced.weight[i];
    for (int p = 0; p < QUADRANGLE_POINTS; p++)
        for (int i = 0; i < QUADRANGLE_POINTS; i++)
            q->shear[p][0][i] = q->shear[p][1][i] = of->enhanced.weight[i] / area;
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
                                .has_torsion = true,
                                .shear = 1.0,
                                .complete = shell4eas_complete,
                                .stress = shell4_stress};

static void shell4eas_read(reader *reader, elem *element) { read_plate(reader, element, &KIND); }
static void shell4eas_sample(sampler *from, elem *element) { plate_sample(from, element, &KIND); }

const elem_type shell4eas_type = {
    SHELL4_SLOTS,
    .card = &elem_cards[CARD_SHELL4EAS],
    .grammar = "shell4eas: " SHELL_GRAMMAR,
    .summary = "A shell with four nodes and one transverse shear; prefer shell4mitc.",
    .read = shell4eas_read,
    .sample = shell4eas_sample,
};
