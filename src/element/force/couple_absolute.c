/* couple_absolute.c - a moment with a fixed direction acts on a node (structural_force.c).
 *
 *     M = value(t) in global axes;   node: M */
#include "element/force/structural_force.h"

static void read(reader *r, elem *e) { read_couple(r, e->self, 1, false); }
static void log_line(const elem *e, record *out) { force_log(e, "structural absolute couple:", out); }
static void sample(sampler *from, elem *e) { force_sample(from, e->self, 1, false); }

const elem_type couple_absolute_type = {
    COUPLE_SLOTS,
    .keyword = "absolute",
    .grammar = "couple: LABEL, absolute, NODE [, position, F], DRIVE3",
    .summary = "A moment with a fixed direction acts on a node.",
    .read = read,
    .log = log_line,
    .sample = sample,
    .assembly = &(const elem_assembly){.force = true},
};
