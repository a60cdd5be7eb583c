/* joint_imposed_displacement_pin.c - the position of a point of a node along a fixed direction is imposed by a drive;
 * see imposed.c.
 *
 *     e . (p - P) - d(t) = 0         one row, multiplier F along the unit vector e
 *     node: -F e at p
 *
 * Printed: F in column 2, and F e. */
#include "element/joint/imposed.h"
#include "model/frames.h"

static void read(reader *r, elem *e)
{
    total *j = e->self;
    read_pin_points(r, j->side);
    read_along(r, e, read_direction_abs(r, NULL, "direction"));
}

static void log_line(const elem *e, record *out) { along_log(out, e, "imposeddisplacementpin:"); }

static const char *const PRIVATE[] = {"x", "f", NULL};

static void sample(sampler *from, elem *e)
{
    sample_pin(from, e->self);
    along_sample(from, e);
}

const elem_type joint_imposed_displacement_pin_type = {
    ALONG_SLOTS,
    .keyword = "imposed displacement pin",
    .grammar = "joint: LABEL, imposed displacement pin, NODE, F, X, DIRECTION, DRIVE",
    .summary = "The position of a point of a node along a fixed direction is imposed by a drive.",
    .read = read,
    .log = log_line,
    .private_names = PRIVATE,
    .sample = sample,
};
