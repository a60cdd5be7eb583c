/* force_absolute_internal_displacement.c - opposite forces in global axes act at the positions of two nodes
 * (displacement_force.c).
 *
 *     node 1: F(t)   node 2: -F(t) */
#include "element/force/displacement_force.h"

static void force_absolute_internal_displacement_read(reader *reader, elem *element)
{
    read_displacement_force(reader, element->self, 2);
}
static void force_absolute_internal_displacement_log_line(const elem *element, record *out)
{
    displacement_force_log(element, "structural internal absolute displacement force:", out);
}
static void force_absolute_internal_displacement_sample(sampler *from, elem *element)
{
    displacement_force_sample(from, element->self, 2);
}

const elem_type force_absolute_internal_displacement_type = {
    DISPLACEMENT_FORCE_SLOTS,
    .keyword = "absolute internal displacement",
    .grammar = "force: LABEL, absolute internal displacement, NODE, NODE, DRIVE3",
    .summary = "Opposite forces in global axes act at the positions of two nodes.",
    .read = force_absolute_internal_displacement_read,
    .log = force_absolute_internal_displacement_log_line,
    .sample = force_absolute_internal_displacement_sample,
};
