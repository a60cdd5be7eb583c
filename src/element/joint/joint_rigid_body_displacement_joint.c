/* joint_rigid_body_displacement_joint.c - a structural node follows the weighted mean motion of displacement nodes.
 *
 *     r_i = R f_i,  u_i = x_i - x,  weights W_i with sum 1
 *     A sum W_i (u_i - r_i) = 0         three rows, multiplier F / A
 *     A sum W_i r_i x u_i = 0           three rows, multiplier M / A
 *     node i: -W_i (F + M x r_i)        node: F + M x rm,  sum W_i (r_i x F - r_i x (u_i x M))        rm = sum W_i r_i
 *
 * The load on the node is distributed over the others without stiffening them. Printed: the force and moment that it
 * transmits to them, in its frame and in the global frame. The Jacobian is written by hand, because the number of nodes
 * is arbitrary. */
#include "element/joint/joint.h"
#include "element/diag_rows.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    const node *node;
    vec3 f;
    double weight;
    int row; /* local */
} slave;

typedef struct {
    const node *node;
    int n;
    slave *slaves;
    double alpha;
    int internal; /* local */
} rigid_body_joint;

static void finish(rigid_body_joint *joint, elem *element)
{
    double sum = 0.0;
    for (int i = 0; i < joint->n; i++)
        sum += joint->slaves[i].weight;
    joint->internal = 6;
    for (int i = 0; i < joint->n; i++) {
        joint->slaves[i].weight /= sum;
        joint->slaves[i].row = joint->internal;
        joint->internal += joint->slaves[i].node->has_rotation ? 6 : 3;
    }
    element->n_internal = 6;
}

static void read_slave(reader *reader, const node *master, slave *slave)
{
    slave->node = read_point_node(reader, "displacement node");
    slave->f = read_attached_position(reader, master, slave->node);
    slave->weight = read_keyword(reader, "weight") ? read_real(reader, "weight") : 1.0;
}

static void rigid_body_displacement_joint_read(reader *reader, elem *element)
{
    rigid_body_joint *joint = element->self;
    double sum = 0.0;
    joint->node = read_structural_node(reader, "structural node");
    joint->n = read_integer_in(reader, 3, 1 << 20, "number of displacement nodes");
    joint->n = read_ok(reader) ? joint->n : 0;
    joint->slaves = ARENA_ARRAY(reader_arena(reader), slave, joint->n + 1);
    for (int i = 0; i < joint->n; i++) {
        read_slave(reader, joint->node, &joint->slaves[i]);
        sum += joint->slaves[i].weight;
    }
    joint->alpha = read_keyword(reader, "alpha") ? read_positive(reader, "alpha") : 1.0;
    if (read_ok(reader) && sum <= 0.0)
        read_error_last(reader, E_WEIGHTS);
    if (read_ok(reader))
        finish(joint, element);
}

static void rigid_body_displacement_joint_connect(const elem *element, layout *layout)
{
    const rigid_body_joint *joint = element->self;
    layout_node(layout, joint->node);
    for (int i = 0; i < joint->n; i++)
        layout_node(layout, joint->slaves[i].node);
    const int internal = layout_internal(layout);
    layout_clear(layout);
    layout_full(layout, 0, 3, 3, 3);
    layout_full(layout, 3, 3, 0, 6);
    layout_diagonal(layout, 0, internal), layout_skew(layout, 0, internal + 3), layout_skew(layout, 3, internal),
        layout_full(layout, 3, 3, internal + 3, 3);
    layout_diagonal(layout, internal, 0), layout_skew(layout, internal, 3), layout_skew(layout, internal + 3, 0),
        layout_full(layout, internal + 3, 3, 3, 3);
    for (int i = 0; i < joint->n; i++) {
        const int row = joint->slaves[i].row;
        layout_full(layout, row, 3, 3, 3);
        layout_full(layout, 3, 3, row, 3);
        layout_diagonal(layout, row, internal), layout_skew(layout, row, internal + 3);
        layout_diagonal(layout, internal, row), layout_skew(layout, internal + 3, row);
    }
}

/* Contribution of one slave: arm r, its position u relative to the node, force and moment on the node. */
typedef struct {
    vec3 r, u, F, M, force, moment;
} share;

static share share_of(const state *state, const elem *element, const slave *slave)
{
    const rigid_body_joint *joint = element->self;
    const pose *at = &state->poses[joint->node->pose];
    share share = {.r = mat3_mulv(&at->R, slave->f), .u = vec3_sub(state->poses[slave->node->pose].x, at->x)};
    share.F = vec3_scale(joint->alpha, vec3_load(state->y + element->internal));
    share.M = vec3_scale(joint->alpha, vec3_load(state->y + element->internal + 3));
    share.force = vec3_scale(slave->weight, vec3_add(share.F, vec3_cross(share.M, share.r)));
    share.moment = vec3_scale(slave->weight, vec3_cross(share.r, vec3_sub(share.F, vec3_cross(share.u, share.M))));
    return share;
}

static void slave_jacobian(const state *state, const rigid_body_joint *joint, const slave *slave, const share *share,
                           local *out)
{
    const double c = state->dvalue * slave->weight, a = joint->alpha * slave->weight, ac = state->dvalue * a;
    const int row = slave->row, internal = joint->internal;
    const mat3 rx = mat3_skew(share->r), Mr = mat3_skew_skew(share->M, share->r),
               rM = mat3_skew_skew(share->r, share->M);
    const mat3 ru = mat3_skew_skew(share->r, share->u), ur = mat3_skew_skew(share->u, share->r);
    const mat3 Gr = mat3_skew_skew(vec3_sub(share->F, vec3_cross(share->u, share->M)), share->r);
    /* derivatives of forces with respect to the rotation, and of the moment with respect to rotation and positions */
    local_block(out, 0, 3, -c, &Mr);
    local_block(out, row, 3, c, &Mr);
    local_block(out, 3, 3, c, &Gr);
    local_block(out, 3, row, c, &rM);
    local_block(out, 3, 0, -c, &rM);
    /* derivatives of forces and moment with respect to the multipliers */
    local_block(out, 0, internal, a, &MAT3_EYE);
    local_block(out, 0, internal + 3, -a, &rx);
    local_block(out, row, internal, -a, &MAT3_EYE);
    local_block(out, row, internal + 3, a, &rx);
    local_block(out, 3, internal, a, &rx);
    local_block(out, 3, internal + 3, -a, &ru);
    /* constraints */
    local_block(out, internal, row, ac, &MAT3_EYE);
    local_block(out, internal, 0, -ac, &MAT3_EYE);
    local_block(out, internal, 3, ac, &rx);
    local_block(out, internal + 3, row, ac, &rx);
    local_block(out, internal + 3, 0, -ac, &rx);
    local_block(out, internal + 3, 3, ac, &ur);
}

static void rigid_body_displacement_joint_eval(int lanes, const state *state, const elem *element, local *out)
{
    const rigid_body_joint *joint = element->self;
    for (int i = 0; i < joint->n; i++) {
        const slave *slave = &joint->slaves[i];
        const share share = share_of(state, element, slave);
        const double scale = joint->alpha * slave->weight;
        vec3_accumulate(out->r, share.force);
        vec3_accumulate(out->r + 3, share.moment);
        vec3_accumulate(out->r + slave->row, vec3_neg(share.force));
        vec3_accumulate(out->r + joint->internal, vec3_scale(scale, vec3_sub(share.u, share.r)));
        vec3_accumulate(out->r + joint->internal + 3, vec3_scale(scale, vec3_cross(share.r, share.u)));
        if (lanes > 0)
            slave_jacobian(state, joint, slave, &share, out);
    }
}

static wrench handed_on(const state *state, const elem *element)
{
    const rigid_body_joint *joint = element->self;
    wrench wrench = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < joint->n; i++) {
        const share share = share_of(state, element, &joint->slaves[i]);
        wrench.F = vec3_sub(wrench.F, share.force);
        wrench.M = vec3_sub(wrench.M, share.moment);
    }
    return wrench;
}

static void rigid_body_displacement_joint_output_row(const state *state, const elem *element, record *out)
{
    joint_output_in(out, element, &state->poses[((const rigid_body_joint *)element->self)->node->pose].R,
                    handed_on(state, element));
    record_end(out);
}

static void rigid_body_displacement_joint_log_line(const elem *element, record *out)
{
    const rigid_body_joint *joint = element->self;
    joint_log_begin(out, element, "rigidbodydisplacementjoint:");
    record_unsigned(out, joint->node->label);
    for (int i = 0; i < joint->n; i++) {
        record_unsigned(out, joint->slaves[i].node->label);
        record_vec3(out, joint->slaves[i].f);
        record_real(out, joint->slaves[i].weight);
    }
    record_end(out);
}

static double rigid_body_displacement_joint_private_value(const state *state, const elem *element, int index)
{
    return joint_both_frames(&state->poses[((const rigid_body_joint *)element->self)->node->pose].R,
                             handed_on(state, element), index);
}

static void rigid_body_displacement_joint_sample(sampler *from, elem *element)
{
    rigid_body_joint *joint = element->self;
    joint->node = sample_structural(from, 0);
    joint->n = 5;
    joint->slaves = ARENA_ARRAY(from->memory, slave, joint->n);
    for (int i = 0; i < joint->n; i++) {
        joint->slaves[i].node = i == 2 ? sample_structural(from, 1) : sample_point(from, i);
        joint->slaves[i].f = sample_vec3(from, 1.0);
        joint->slaves[i].weight = sample_real(from, 0.5, 2.0);
    }
    joint->alpha = sample_real(from, 0.5, 2.0);
    finish(joint, element);
}

const elem_type joint_rigid_body_displacement_joint_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "rigid body displacement joint",
    .grammar = "joint: LABEL, rigid body displacement joint, NODE, NUMBER, NODE [, position, X] [, weight, W] [, ...] "
               "[, alpha, A]",
    .summary =
        "A structural node follows the weighted mean motion of displacement nodes and distributes its load to them.",
    .size = sizeof(rigid_body_joint),
    .read = rigid_body_displacement_joint_read,
    .connect = rigid_body_displacement_joint_connect,
    .eval = rigid_body_displacement_joint_eval,
    .output = rigid_body_displacement_joint_output_row,
    .log = rigid_body_displacement_joint_log_line,
    .private_names = joint_both_frames_names,
    .private_value = rigid_body_displacement_joint_private_value,
    .internal_name = joint_internal_name,
    .sample = rigid_body_displacement_joint_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
};
