/* joint_total_joint.c - any components of the relative position and orientation of two nodes, imposed by drives; see
 * total.c.
 *
 * Printed: force in H1 and couple in R1 Rr1, and both in the global frame, as they act on node 1; relative position,
 * rotation vector (without what is imposed), velocity seen from node 1, angular velocity. */
#include "element/joint/total.h"

static void read(reader *r, elem *e)
{
    total *j = e->self;
    read_side_node(r, &j->side[0], NULL);
    read_total_side(r, j, 0, NULL, NULL);
    read_side_node(r, &j->side[1], &j->side[0]);
    read_total_side(r, j, 1, &j->side[0], &j->Rr[0]);
    read_total_constraints(r, e);
}

static void output_row(const state *s, const elem *e, record *out) { total_output(s, e, own_values(s, e), out); }

static void log_line(const elem *e, record *out)
{
    const total *j = e->self;
    total_log_sides(out, e, "totaljoint:", j);
    total_log_statuses(out, j);
}

static void sample(sampler *from, elem *e)
{
    total *j = e->self;
    sample_sides(from, j->side);
    total_sample_constraints(from, j, e);
}

const elem_type joint_total_joint_type = {
    .card = "joint",
    .keyword = "total joint",
    .grammar =
        "joint: LABEL, total joint, NODE [, position, F] [, position orientation, R] [, rotation orientation, R], NODE "
        "[, position, F] [, position orientation, R] [, rotation orientation, R] "
        "[, position constraint, STATUS, STATUS, STATUS, DRIVE3] [, orientation constraint, STATUS, STATUS, STATUS, "
        "DRIVE3]",
    .summary = "Components of the relative position and orientation of two nodes are imposed, each or none.",
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
    .flags = ELEM_INTERNAL_FORCES,
};
