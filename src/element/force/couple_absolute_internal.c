/* couple_absolute_internal.c - opposite moments with a fixed direction act on two nodes (structural_force.c).
 *
 *     M = value(t) in global axes;   node 1: M;   node 2: -M */
#include "element/force/structural_force.h"

static void couple_absolute_internal_read(reader *reader, elem *element)
{
    read_couple(reader, element->self, 2, false);
}
static void couple_absolute_internal_log_line(const elem *element, record *out)
{
    force_log(element, "structural internal absolute couple:", out);
}
static void couple_absolute_internal_sample(sampler *from, elem *element)
{
    force_sample(from, element->self, 2, false);
}

const elem_type couple_absolute_internal_type = {
    COUPLE_SLOTS,
    .keyword = "absolute internal",
    .grammar = "couple: LABEL, absolute internal, NODE [, position, F], NODE [, position, F], DRIVE3",
    .summary = "Opposite moments with a fixed direction act on two nodes.",
    .read = couple_absolute_internal_read,
    .log = couple_absolute_internal_log_line,
    .sample = couple_absolute_internal_sample,
    .assembly = &(const elem_assembly){.force = true},
};
