/* joint_imposed_displacement.c - the displacement of a point of a node relative to a point of another is imposed along
 * a direction by a drive; see imposed.c.
 *
 *     R1' (p2 - p1) - e d(t) = 0     three rows: the point stays on the line; e as given, in the frame of node 1
 *
 * The output is that of a total joint. */
#include "element/joint/imposed.h"
#include "model/frames.h"

static void imposed_displacement_read(reader *reader, elem *element)
{
    total *joint = element->self;
    read_points(reader, joint->side);
    const frame_context context = side_context(&joint->side[0], NULL);
    read_along(reader, element, read_direction_rel(reader, &context, "direction"));
}

static void imposed_displacement_log_line(const elem *element, record *out)
{
    along_log(out, element, "imposeddisplacement:");
}

static const char *const PRIVATE[] = {"d", "f", NULL};

static void imposed_displacement_sample(sampler *from, elem *element)
{
    sample_sides(from, element->self);
    along_sample(from, element);
}

const elem_type joint_imposed_displacement_type = {
    ALONG_SLOTS,
    .keyword = "imposed displacement",
    .words = "Total joint",
    .grammar = "joint: LABEL, imposed displacement, NODE, F, NODE, F, DIRECTION, DRIVE",
    .summary = "A point of a node moves along a line fixed to another, as prescribed by a drive.",
    .read = imposed_displacement_read,
    .log = imposed_displacement_log_line,
    .private_names = PRIVATE,
    .sample = imposed_displacement_sample,
    .assembly = &(const elem_assembly){.keeps_reactions = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
