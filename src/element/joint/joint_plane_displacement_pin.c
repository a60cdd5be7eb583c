/* joint_plane_displacement_pin.c - a node moves in a plane: along axes 1 and 2 and about axis 3 of a frame fixed to the
 * ground.
 *
 *     e3(H0) . (p - P) = 0, log(H0' H) = 0 about axes 1 and 2      three rows; see total.c */
#include "element/joint/total.h"

static void plane_displacement_pin_read(reader *reader, elem *element)
{
    total *joint = element->self;
    read_pin(reader, joint->side, POSITION_NEEDED);
    total_set(joint, element, reader_arena(reader), "--ppp-");
}

static void plane_displacement_pin_log_line(const elem *element, record *out)
{
    const total *joint = element->self;
    const joint_side *side = &joint->side[1];
    joint_log_begin(out, element, "planedisplacementpin:");
    joint_log_side(out, side->node, side->f, &side->Rh);
    joint_log_side(out, side->node, joint->side[0].f, &joint->side[0].Rh);
    record_end(out);
}

static void plane_displacement_pin_sample(sampler *from, elem *element)
{
    total *joint = element->self;
    sample_pin(from, joint->side);
    total_set(joint, element, from->memory, "--ppp-");
}

const elem_type joint_plane_displacement_pin_type = {
    TOTAL_JOINT_SLOTS,
    .keyword = "plane displacement pin",
    .grammar =
        "joint: LABEL, plane displacement pin, NODE, position, F [, orientation, R], position, X [, orientation, R]",
    .summary = "A node moves in a plane fixed to the ground, and rotates about its normal.",
    .read = plane_displacement_pin_read,
    .log = plane_displacement_pin_log_line,
    .sample = plane_displacement_pin_sample,
    .assembly = &(const elem_assembly){.keeps_reactions = true},
    .expectations = &(const elem_expectations){.external_forces = true},
};
