/* joint_plane_displacement.c - two nodes move against each other in a plane: along axes 1 and 2 and about axis 3 of the
 * joint.
 *
 *     e3(H1) . (p2 - p1) = 0, log(H1' H2) = 0 about axes 1 and 2      three rows; see total.c */
#include "element/joint/total.h"

static void set(total *j, elem *e, arena *memory)
{
    j->Rr[0] = j->side[0].Rh;
    j->Rr[1] = j->side[1].Rh;
    total_set(j, e, memory, "--ppp-");
}

static void read(reader *r, elem *e)
{
    total *j = e->self;
    read_sides(r, j->side, POSITION_NEEDED);
    set(j, e, reader_arena(r));
}

static void output_row(const state *s, const elem *e, record *out) { total_output(s, e, own_values(s, e), out); }

static void log_line(const elem *e, record *out) { joint_log(out, e, "planedisplacement:"); }

static void sample(sampler *from, elem *e)
{
    total *j = e->self;
    sample_sides(from, j->side);
    set(j, e, from->memory);
}

const elem_type joint_plane_displacement_type = {
    .card = "joint",
    .keyword = "plane displacement",
    .grammar =
        "joint: LABEL, plane displacement, NODE, position, F [, orientation, R], NODE, position, F [, orientation, R]",
    .summary = "Two nodes move against each other in the plane of axes 1 and 2 of the joint, and turn about axis 3.",
    .size = sizeof(total),
    .read = read,
    .memory = sizeof(total_memory),
    .begin = total_begin,
    .connect = total_connect,
    .eval = total_eval_both,
    .start = total_start,
    .accept = total_accept,
    .output_row = output_row,
    .log = log_line,
    .private_index = total_private_index,
    .private_value = total_private_value,
    .private_names = total_private_names,
    .own_name = total_own_name,
    .hint = total_hint,
    .sample = sample,
    .flags = ELEM_INTERNAL_FORCES,
};
