/* couple_absolute.c - a moment with a fixed direction acts on a node (structural_force.c).
 *
 *     M = value(t) in global axes;   node: M */
#include "element/force/structural_force.h"

static void couple_absolute_read(reader *reader, elem *element) { read_couple(reader, element->self, 1, false); }
static void couple_absolute_log_line(const elem *element, record *out)
{
    force_log(element, "structural absolute couple:", out);
}
static void couple_absolute_sample(sampler *from, elem *element) { force_sample(from, element->self, 1, false); }

const elem_type couple_absolute_type = {
    COUPLE_SLOTS,
    .keyword = "absolute",
    .grammar = "couple: LABEL, absolute, NODE [, position, F], DRIVE3",
    .summary = "A moment with a fixed direction acts on a node.",
    .read = couple_absolute_read,
    .log = couple_absolute_log_line,
    .sample = couple_absolute_sample,
    .assembly = &(const elem_assembly){.force = true},
};
