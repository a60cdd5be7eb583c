/* joint_drive_displacement.c - the position of a point of a node relative to a point of another, in the frame of that
 * node, is imposed by a drive; see imposed.c.
 *
 *     R1' (p2 - p1) - x(t) = 0       three rows, multiplier F in the axes of node 1
 *     node 1: R1 F at p2             node 2: -R1 F at p2
 *
 * Printed: F in the frame of node 1 and in the global frame as it acts on node 1; p2 - p1 in the global frame. */
#include "element/joint/imposed.h"

static void drive_displacement_read(reader *reader, elem *element)
{
    read_points(reader, element->self);
    read_driven(reader, element);
}

static void drive_displacement_log_line(const elem *element, record *out)
{
    points_log(out, element, "drivedisplacement:");
    record_end(out);
}

static void drive_displacement_sample(sampler *from, elem *element)
{
    sample_sides(from, element->self);
    driven_sample(from, element);
}

const elem_type joint_drive_displacement_type = {
    DRIVEN_SLOTS,
    .keyword = "drive displacement",
    .words = "Drive displacement",
    .grammar = "joint: LABEL, drive displacement, NODE, F, NODE, F, DRIVE3",
    .summary = "The position of a point of a node relative to a point of another is imposed by a drive.",
    .read = drive_displacement_read,
    .log = drive_displacement_log_line,
    .sample = drive_displacement_sample,
    .assembly = &(const elem_assembly){.steady_reactions = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
