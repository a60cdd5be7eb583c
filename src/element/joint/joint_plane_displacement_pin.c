/* joint_plane_displacement_pin.c - a node moves in a plane: along axes 1 and 2 and about axis 3 of a frame fixed to the
 * ground.
 *
 *     e3(H0) . (p - P) = 0, log(H0' H) = 0 about axes 1 and 2      three rows; see total.c */
#include "element/joint/total.h"

static void plane_displacement_pin_read(reader *r, elem *e)
{
    total *j = e->self;
    read_pin(r, j->side, POSITION_NEEDED);
    total_set(j, e, reader_arena(r), "--ppp-");
}

static void plane_displacement_pin_log_line(const elem *e, record *out)
{
    const total *j = e->self;
    const joint_side *side = &j->side[1];
    joint_log_begin(out, e, "planedisplacementpin:");
    joint_log_side(out, side->node, side->f, &side->Rh);
    joint_log_side(out, side->node, j->side[0].f, &j->side[0].Rh);
    record_end(out);
}

static void plane_displacement_pin_sample(sampler *from, elem *e)
{
    total *j = e->self;
    sample_pin(from, j->side);
    total_set(j, e, from->memory, "--ppp-");
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
