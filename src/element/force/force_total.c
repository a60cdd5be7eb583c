/* force_total.c - a force and a moment that rotate with a node act on it (total_force.c).
 *
 *     F = R1 Rf force(t), M = R1 Rm moment(t) */
#include "element/force/total_force.h"

static void force_total_read(reader *reader, elem *element) { read_total_force(reader, element->self, 1); }
static void force_total_log_line(const elem *element, record *out)
{
    total_force_log(element, "structural total force:", out);
}
static void force_total_sample(sampler *from, elem *element) { total_force_sample(from, element->self, 1); }

const elem_type force_total_type = {
    TOTAL_FORCE_SLOTS,
    .keyword = "total",
    .grammar = "force: LABEL, total, NODE [, position, F] [, force orientation, R] [, moment orientation, R] [, force, "
               "DRIVE3] [, moment, DRIVE3]",
    .summary = "A force and a moment that rotate with a node act on it.",
    .read = force_total_read,
    .log = force_total_log_line,
    .sample = force_total_sample,
};
