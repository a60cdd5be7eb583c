/* joint_total_joint.c - any components of the relative position and orientation of two nodes, imposed by drives; see
 * total.c.
 *
 * Printed: force in H1 and moment in R1 Rr1, and both in the global frame, as they act on node 1; relative position,
 * rotation vector (without the imposed rotation), velocity relative to node 1, angular velocity. */
#include "element/joint/total.h"

static void total_joint_read(reader *reader, elem *element)
{
    total *joint = element->self;
    read_total_sides(reader, joint);
    read_total_constraints(reader, element);
}

static void total_joint_log_line(const elem *element, record *out)
{
    const total *joint = element->self;
    total_log_sides(out, element, "totaljoint:", joint);
    total_log_statuses(out, joint);
}

static void total_joint_sample(sampler *from, elem *element)
{
    total *joint = element->self;
    sample_sides(from, joint->side);
    total_sample_constraints(from, joint, element);
}

const elem_type joint_total_joint_type = {
    TOTAL_JOINT_SLOTS,
    .keyword = "total joint",
    .words = "Total joint",
    .grammar =
        "joint: LABEL, total joint, NODE [, position, F] [, position orientation, R] [, rotation orientation, R], NODE "
        "[, position, F] [, position orientation, R] [, rotation orientation, R] "
        "[, position constraint, STATUS, STATUS, STATUS, DRIVE3] [, orientation constraint, STATUS, STATUS, STATUS, "
        "DRIVE3]",
    .summary = "Selected components of the relative position and orientation of two nodes are imposed.",
    .read = total_joint_read,
    .rate = total_rate,
    .log = total_joint_log_line,
    .describe = total_describe,
    .sample = total_joint_sample,
    .assembly = &(const elem_assembly){.additive_rotations = true, .keeps_reactions = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
