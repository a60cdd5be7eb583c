/* force_follower_internal.c - opposite forces that rotate with the first node act at points of two nodes
 * (structural_force.c).
 *
 *     F = R1 value(t);   node 1: F, b1 x F;   node 2: -F, -b2 x F */
#include "element/force/structural_force.h"

static void force_follower_internal_read(reader *reader, elem *element) { read_force(reader, element->self, 2, true); }
static void force_follower_internal_log_line(const elem *element, record *out)
{
    force_log(element, "structural internal follower force:", out);
}
static void force_follower_internal_sample(sampler *from, elem *element) { force_sample(from, element->self, 2, true); }

const elem_type force_follower_internal_type = {
    FORCE_SLOTS,
    .keyword = "follower internal",
    .grammar = "force: LABEL, follower internal, NODE, position, F, NODE, position, F, DRIVE3",
    .summary = "Opposite forces that rotate with the first node act at points of two nodes.",
    .read = force_follower_internal_read,
    .log = force_follower_internal_log_line,
    .sample = force_follower_internal_sample,
    .assembly = &(const elem_assembly){.force = true},
};
