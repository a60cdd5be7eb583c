/* force_absolute_displacement.c - a force in global axes acts at the position of a node (displacement_force.c).
 *
 *     node: F(t) */
#include "element/force/displacement_force.h"

static void force_absolute_displacement_read(reader *reader, elem *element)
{
    read_displacement_force(reader, element->self, 1);
}
static void force_absolute_displacement_log_line(const elem *element, record *out)
{
    displacement_force_log(element, "structural absolute displacement force:", out);
}
static void force_absolute_displacement_sample(sampler *from, elem *element)
{
    displacement_force_sample(from, element->self, 1);
}

const elem_type force_absolute_displacement_type = {
    DISPLACEMENT_FORCE_SLOTS,
    .keyword = "absolute displacement",
    .grammar = "force: LABEL, absolute displacement, NODE, DRIVE3",
    .summary = "A force in global axes acts at the position of a node.",
    .read = force_absolute_displacement_read,
    .log = force_absolute_displacement_log_line,
    .sample = force_absolute_displacement_sample,
};
