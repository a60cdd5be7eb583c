/* force_absolute_internal_displacement.c - opposite forces in global axes act at the positions of two nodes
 * (displacement_force.c).
 *
 *     node 1: F(t)   node 2: -F(t) */
#include "element/force/displacement_force.h"

static void read(reader *r, elem *e) { read_displacement_force(r, e->self, 2); }
static void log_line(const elem *e, record *out)
{
    displacement_force_log(e, "structural internal absolute displacement force:", out);
}
static void sample(sampler *from, elem *e) { displacement_force_sample(from, e->self, 2); }

const elem_type force_absolute_internal_displacement_type = {
    DISPLACEMENT_FORCE_SLOTS,
    .keyword = "absolute internal displacement",
    .grammar = "force: LABEL, absolute internal displacement, NODE, NODE, DRIVE3",
    .summary = "Opposite forces in global axes act at the positions of two nodes.",
    .read = read,
    .log = log_line,
    .sample = sample,
};
