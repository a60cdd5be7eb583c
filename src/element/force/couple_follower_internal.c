/* couple_follower_internal.c - opposite moments that rotate with the first node act on two nodes (structural_force.c).
 *
 *     M = R1 value(t);   node 1: M;   node 2: -M */
#include "element/force/structural_force.h"

static void couple_follower_internal_read(reader *reader, elem *element)
{
    read_couple(reader, element->self, 2, true);
}
static void couple_follower_internal_log_line(const elem *element, record *out)
{
    force_log(element, "structural internal follower couple:", out);
}
static void couple_follower_internal_sample(sampler *from, elem *element)
{
    force_sample(from, element->self, 2, true);
}

const elem_type couple_follower_internal_type = {
    COUPLE_SLOTS,
    .keyword = "follower internal",
    .grammar = "couple: LABEL, follower internal, NODE [, position, F], NODE [, position, F], DRIVE3",
    .summary = "Opposite moments that rotate with the first node act on two nodes.",
    .read = couple_follower_internal_read,
    .log = couple_follower_internal_log_line,
    .sample = couple_follower_internal_sample,
    .assembly = &(const elem_assembly){.force = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
