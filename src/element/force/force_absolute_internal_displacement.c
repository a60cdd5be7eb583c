/* force_absolute_internal_displacement.c - opposite forces in global axes act at the positions of two nodes; see
 * displacement_force.c.
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
    .card = "force",
    .keyword = "absolute internal displacement",
    .grammar = "force: LABEL, absolute internal displacement, NODE, NODE, DRIVE3",
    .summary = "Opposite forces in global axes act at the positions of two nodes.",
    .size = sizeof(displacement_force),
    .read = read,
    .connect = displacement_force_connect,
    .eval = displacement_force_eval,
    .output_row = displacement_force_output,
    .log = log_line,
    .sample = sample,
    .flags = ELEM_FORCE,
};
