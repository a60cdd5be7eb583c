/* joint_imposed_displacement.c - the position of a point of a node along a direction fixed to another is imposed by a
 * drive; see imposed.c.
 *
 *     e . (p2 - p1) - d(t) = 0       one row, multiplier F along the unit vector e, which turns with node 1
 *     node 1: F e at p2              node 2: -F e at p2
 *
 * Printed: F in column 2, and F e as it acts on node 1. */
#include "element/joint/imposed.h"
#include "model/frames.h"

static void read(reader *r, elem *e)
{
    total *j = e->self;
    read_points(r, j->side);
    const frame_context c = side_context(&j->side[0], NULL);
    read_along(r, e, read_direction_rel(r, &c, "direction"));
}

static void log_line(const elem *e, record *out) { along_log(out, e, "imposeddisplacement:"); }

static const char *const PRIVATE[] = {"d", "f", NULL};

static void sample(sampler *from, elem *e)
{
    sample_sides(from, e->self);
    along_sample(from, e);
}

const elem_type joint_imposed_displacement_type = {
    ALONG_SLOTS,
    .keyword = "imposed displacement",
    .grammar = "joint: LABEL, imposed displacement, NODE, F, NODE, F, DIRECTION, DRIVE",
    .summary = "The position of a point of a node along a direction fixed to another is imposed by a drive.",
    .read = read,
    .log = log_line,
    .private_names = PRIVATE,
    .sample = sample,
    .flags = ELEM_INTERNAL_FORCES,
};
