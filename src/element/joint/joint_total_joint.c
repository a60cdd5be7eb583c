/* joint_total_joint.c - any components of the relative position and orientation of two nodes, imposed by drives; see
 * total.c.
 *
 * Printed: force in H1 and couple in R1 Rr1, and both in the global frame, as they act on node 1; relative position,
 * rotation vector (without what is imposed), velocity seen from node 1, angular velocity. */
#include "element/joint/total.h"

static void total_joint_read(reader *r, elem *e)
{
    total *j = e->self;
    read_total_sides(r, j);
    read_total_constraints(r, e);
}

static void total_joint_log_line(const elem *e, record *out)
{
    const total *j = e->self;
    total_log_sides(out, e, "totaljoint:", j);
    total_log_statuses(out, j);
}

static void total_joint_sample(sampler *from, elem *e)
{
    total *j = e->self;
    sample_sides(from, j->side);
    total_sample_constraints(from, j, e);
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
