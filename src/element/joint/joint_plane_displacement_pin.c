/* joint_plane_displacement_pin.c - a node moves in a plane: along axes 1 and 2 and about axis 3 of a frame fixed to the
 * ground.
 *
 *     e3(H0) . (p - P) = 0, log(H0' H) = 0 about axes 1 and 2      three rows; see total.c */
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
    read_pin(r, j->side, POSITION_NEEDED);
    set(j, e, reader_arena(r));
}

static void output_row(const state *s, const elem *e, record *out) { total_output(s, e, own_values(s, e), out); }

static void log_line(const elem *e, record *out)
{
    const total *j = e->self;
    const joint_side *side = &j->side[1];
    joint_log_begin(out, e, "planedisplacementpin:");
    joint_log_side(out, side->node, side->f, &side->Rh);
    joint_log_side(out, side->node, j->side[0].f, &j->side[0].Rh);
    record_end(out);
}

static void sample(sampler *from, elem *e)
{
    total *j = e->self;
    sample_pin(from, j->side);
    set(j, e, from->memory);
}

const elem_type joint_plane_displacement_pin_type = {
    .card = "joint",
    .keyword = "plane displacement pin",
    .grammar =
        "joint: LABEL, plane displacement pin, NODE, position, F [, orientation, R], position, X [, orientation, R]",
    .summary = "A node moves in a plane fixed to the ground, and turns about its normal.",
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
};
