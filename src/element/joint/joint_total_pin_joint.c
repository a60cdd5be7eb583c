/* joint_total_pin_joint.c - any components of the position and orientation of a node, imposed by drives; see total.c.
 *
 * The total joint with the ground as side 1: positions are those of the node's point from the pin, in the pin's frame.
 * Printed is what acts on the ground. */
#include "element/joint/total.h"

static void read(reader *r, elem *e)
{
    total *j = e->self;
    read_side_node(r, &j->side[1], NULL);
    read_total_side(r, j, 1, NULL, NULL);
    read_total_side(r, j, 0, &j->side[1], &j->Rr[1]);
    read_total_constraints(r, e);
}

static void output_row(const state *s, const elem *e, record *out) { total_output(s, e, own_values(s, e), out); }

static void log_line(const elem *e, record *out)
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

static void sample(sampler *from, elem *e)
{
    total *j = e->self;
    sample_pin(from, j->side);
    total_sample_constraints(from, j, e);
}

const elem_type joint_total_pin_joint_type = {
    .card = "joint",
    .keyword = "total pin joint",
    .grammar =
        "joint: LABEL, total pin joint, NODE [, position, F] [, position orientation, R] [, rotation orientation, R] "
        "[, position, X] [, position orientation, R] [, rotation orientation, R] "
        "[, position constraint, STATUS, STATUS, STATUS, DRIVE3] [, orientation constraint, STATUS, STATUS, STATUS, "
        "DRIVE3]",
    .summary = "Components of the position and orientation of a node are imposed, each or none.",
    .size = sizeof(total),
    .read = read,
    .memory = sizeof(total_memory),
    .begin = total_begin,
    .connect = total_connect,
    .eval = total_eval_both,
    .rate = total_rate,
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
