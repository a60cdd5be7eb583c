/* couple_follower.c - a moment that rotates with a node acts on it (structural_force.c).
 *
 *     M = R value(t);   node: M */
#include "element/force/structural_force.h"

static void couple_follower_read(reader *reader, elem *element) { read_couple(reader, element->self, 1, true); }
static void couple_follower_log_line(const elem *element, record *out)
{
    force_log(element, "structural follower couple:", out);
}
static void couple_follower_sample(sampler *from, elem *element) { force_sample(from, element->self, 1, true); }

const elem_type couple_follower_type = {
    COUPLE_SLOTS,
    .keyword = "follower",
    .grammar = "couple: LABEL, follower, NODE [, position, F], DRIVE3",
    .summary = "A moment that rotates with a node acts on it.",
    .read = couple_follower_read,
    .log = couple_follower_log_line,
    .sample = couple_follower_sample,
    .assembly = &(const elem_assembly){.force = true},
};
