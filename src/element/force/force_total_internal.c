/* force_total_internal.c - opposite forces and moments that rotate with the first node act on two nodes
 * (total_force.c).
 *
 *     F = R1 Rf force(t), M = R1 Rm moment(t) */
#include "element/force/total_force.h"

static void force_total_internal_read(reader *reader, elem *element) { read_total_force(reader, element->self, 2); }
static void force_total_internal_log_line(const elem *element, record *out)
{
    total_force_log(element, "structural internal total force:", out);
}
static void force_total_internal_sample(sampler *from, elem *element) { total_force_sample(from, element->self, 2); }

const elem_type force_total_internal_type = {
    TOTAL_FORCE_SLOTS,
    .keyword = "total internal",
    .grammar =
        "force: LABEL, total internal, NODE [, position, F] [, force orientation, R] [, moment orientation, R], NODE "
        "[, position, F] [, force orientation, R] [, moment orientation, R] [, force, DRIVE3] [, moment, DRIVE3]",
    .summary = "Opposite forces and moments that rotate with the first node act on two nodes.",
    .read = force_total_internal_read,
    .log = force_total_internal_log_line,
    .sample = force_total_internal_sample,
};
