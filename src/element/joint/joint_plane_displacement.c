/* joint_plane_displacement.c - two nodes move relative to each other in a plane: along axes 1 and 2 and about axis 3 of
 * the joint.
 *
 *     e3(H1) . (p2 - p1) = 0, log(H1' H2) = 0 about axes 1 and 2      three rows; see total.c */
#include "element/joint/total.h"

static void plane_displacement_read(reader *reader, elem *element)
{
    total *joint = element->self;
    read_sides(reader, joint->side, POSITION_NEEDED);
    total_set(joint, element, reader_arena(reader), "--ppp-");
}

static void plane_displacement_log_line(const elem *element, record *out)
{
    joint_log(out, element, "planedisplacement:");
}

static void plane_displacement_sample(sampler *from, elem *element)
{
    total *joint = element->self;
    sample_sides(from, joint->side);
    total_set(joint, element, from->memory, "--ppp-");
}

const elem_type joint_plane_displacement_type = {
    TOTAL_JOINT_SLOTS,
    .keyword = "plane displacement",
    .grammar =
        "joint: LABEL, plane displacement, NODE, position, F [, orientation, R], NODE, position, F [, orientation, R]",
    .summary =
        "Two nodes move relative to each other in the plane of axes 1 and 2 of the joint, and rotate about axis 3.",
    .read = plane_displacement_read,
    .log = plane_displacement_log_line,
    .sample = plane_displacement_sample,
    .assembly = &(const elem_assembly){.keeps_reactions = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
