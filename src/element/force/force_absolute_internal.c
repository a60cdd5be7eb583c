/* force_absolute_internal.c - opposite forces with a fixed direction act at points of two nodes (structural_force.c).
 *
 *     F = value(t) in global axes;   node 1: F, b1 x F;   node 2: -F, (R2 arm1) x F as in MBDyn */
#include "element/force/structural_force.h"

static void force_absolute_internal_read(reader *reader, elem *element) { read_force(reader, element->self, 2, false); }
static void force_absolute_internal_log_line(const elem *element, record *out)
{
    force_log(element, "structural internal absolute force:", out);
}
static void force_absolute_internal_sample(sampler *from, elem *element)
{
    force_sample(from, element->self, 2, false);
}

const elem_type force_absolute_internal_type = {
    FORCE_SLOTS,
    .keyword = "absolute internal",
    .grammar = "force: LABEL, absolute internal, NODE, position, F, NODE, position, F, DRIVE3",
    .summary = "Opposite forces with a fixed direction act at points of two nodes.",
    .read = force_absolute_internal_read,
    .log = force_absolute_internal_log_line,
    .sample = force_absolute_internal_sample,
    .assembly = &(const elem_assembly){.force = true},
};
