/* force_absolute.c - a force with a fixed direction acts at a point of a node (structural_force.c).
 *
 *     F = value(t) in global axes;   node: F, b x F */
#include "element/force/structural_force.h"

static void force_absolute_read(reader *reader, elem *element) { read_force(reader, element->self, 1, false); }
static void force_absolute_log_line(const elem *element, record *out)
{
    force_log(element, "structural absolute force:", out);
}
static void force_absolute_sample(sampler *from, elem *element) { force_sample(from, element->self, 1, false); }

const elem_type force_absolute_type = {
    FORCE_SLOTS,
    .keyword = "absolute",
    .grammar = "force: LABEL, absolute, NODE, position, F, DRIVE3",
    .summary = "A force with a fixed direction acts at a point of a node.",
    .read = force_absolute_read,
    .log = force_absolute_log_line,
    .sample = force_absolute_sample,
    .assembly = &(const elem_assembly){.force = true},
};
