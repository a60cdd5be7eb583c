/* force_follower.c - a force that rotates with a node acts at a point of it (structural_force.c).
 *
 *     F = R value(t);   node: F, b x F */
#include "element/force/structural_force.h"

static void force_follower_read(reader *reader, elem *element) { read_force(reader, element->self, 1, true); }
static void force_follower_log_line(const elem *element, record *out)
{
    force_log(element, "structural follower force:", out);
}
static void force_follower_sample(sampler *from, elem *element) { force_sample(from, element->self, 1, true); }

const elem_type force_follower_type = {
    FORCE_SLOTS,
    .keyword = "follower",
    .grammar = "force: LABEL, follower, NODE, position, F, DRIVE3",
    .summary = "A force that rotates with a node acts at a point of it.",
    .read = force_follower_read,
    .log = force_follower_log_line,
    .sample = force_follower_sample,
    .assembly = &(const elem_assembly){.force = true},
};
