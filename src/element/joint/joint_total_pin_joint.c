/* joint_total_pin_joint.c - any components of the position and orientation of a node, imposed by drives; see total.c.
 *
 * The total joint with the ground as side 1: positions are those of the node's point relative to the pin, in the pin's
 * frame. The reaction printed is the one that acts on the ground. */
#include "element/joint/total.h"

static void total_pin_joint_read(reader *reader, elem *element)
{
    total *joint = element->self;
    read_side_node(reader, &joint->side[1], NULL);
    read_total_side(reader, joint, 1, NULL, NULL);
    read_total_side(reader, joint, 0, &joint->side[1], &joint->Rr[1]);
    read_total_constraints(reader, element);
}

static void total_pin_joint_log_line(const elem *element, record *out)
{
    const total *joint = element->self;
    joint_log_begin(out, element, "totalpinjoint:");
    joint_log_side(out, joint->side[1].node, joint->side[1].f, &joint->side[1].Rh);
    record_mat3(out, &joint->Rr[1]);
    record_vec3(out, joint->side[0].f);
    record_mat3(out, &joint->side[0].Rh);
    record_mat3(out, &joint->Rr[0]);
    total_log_statuses(out, joint);
}

static void total_pin_joint_sample(sampler *from, elem *element)
{
    total *joint = element->self;
    sample_pin(from, joint->side);
    total_sample_constraints(from, joint, element);
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
