/* joint_total_pin_joint.c - any components of the position and orientation of a node, imposed by drives; see total.c.
 *
 * The total joint with the ground as side 1: positions are those of the node's point from the pin, in the pin's frame.
 * Printed is what acts on the ground. */
#include "element/joint/total.h"

static void total_pin_joint_read(reader *r, elem *e)
{
    total *j = e->self;
    read_side_node(r, &j->side[1], NULL);
    read_total_side(r, j, 1, NULL, NULL);
    read_total_side(r, j, 0, &j->side[1], &j->Rr[1]);
    read_total_constraints(r, e);
}

static void total_pin_joint_log_line(const elem *e, record *out)
{
    const total *j = e->self;
    joint_log_begin(out, e, "totalpinjoint:");
    joint_log_side(out, j->side[1].node, j->side[1].f, &j->side[1].Rh);
    record_mat3(out, &j->Rr[1]);
    record_vec3(out, j->side[0].f);
    record_mat3(out, &j->side[0].Rh);
    record_mat3(out, &j->Rr[0]);
    total_log_statuses(out, j);
}

static void total_pin_joint_sample(sampler *from, elem *e)
{
    total *j = e->self;
    sample_pin(from, j->side);
    total_sample_constraints(from, j, e);
}

const elem_type joint_total_pin_joint_type = {
    TOTAL_JOINT_SLOTS,
    .keyword = "total pin joint",
    .words = "Total pin joint",
    .grammar =
        "joint: LABEL, total pin joint, NODE [, position, F] [, position orientation, R] [, rotation orientation, R] "
        "[, position, X] [, position orientation, R] [, rotation orientation, R] "
        "[, position constraint, STATUS, STATUS, STATUS, DRIVE3] [, orientation constraint, STATUS, STATUS, STATUS, "
        "DRIVE3]",
    .summary = "Selected components of the position and orientation of a node are imposed.",
    .read = total_pin_joint_read,
    .rate = total_rate,
    .log = total_pin_joint_log_line,
    .describe = total_pin_describe,
    .sample = total_pin_joint_sample,
    .assembly = &(const elem_assembly){.additive_rotations = true, .keeps_reactions = true},
    .expectations = &(const elem_expectations){.external_forces = true},
};
