/* joint_coincidence.c - the joint's frames on two nodes coincide, position and orientation.
 *
 *     H1' (p2 - p1) = 0, log(H1' H2) = 0      six rows: the total joint with every component active; see total.c */
#include "element/joint/total.h"

static void coincidence_read(reader *reader, elem *element)
{
    total *joint = element->self;
    read_sides(reader, joint->side, POSITION_NEEDED);
    total_set(joint, element, reader_arena(reader), "pppppp");
}

static void coincidence_log_line(const elem *element, record *out) { joint_log(out, element, "coincidence:"); }

static void coincidence_sample(sampler *from, elem *element)
{
    total *joint = element->self;
    sample_sides(from, joint->side);
    total_set(joint, element, from->memory, "pppppp");
}

const elem_type joint_coincidence_type = {
    TOTAL_JOINT_SLOTS,
    .keyword = "coincidence",
    .grammar = "joint: LABEL, coincidence, NODE, position, F [, orientation, R], NODE, position, F [, orientation, R]",
    .summary = "The frames of the joint on two nodes coincide, position and orientation.",
    .read = coincidence_read,
    .log = coincidence_log_line,
    .sample = coincidence_sample,
    .assembly = &(const elem_assembly){.keeps_reactions = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
