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
    int own; /* local */
} rigid_body_joint;

static void finish(rigid_body_joint *j, elem *e)
{
    double sum = 0.0;
    for (int i = 0; i < j->n; i++)
        sum += j->slaves[i].weight;
    j->own = 6;
    for (int i = 0; i < j->n; i++) {
        j->slaves[i].weight /= sum;
        j->slaves[i].row = j->own;
        j->own += j->slaves[i].node->has_rotation ? 6 : 3;
    }
    e->n_own = 6;
}

static void read_slave(reader *r, const node *master, slave *s)
{
    s->node = read_point_node(r, "displacement node");
    const frame *own = master ? master->initial : &FRAME_GLOBAL;
    const frame_context c = {.own = own};
    if (read_keyword(r, "position"))
        s->f = read_position_rel(r, &c, "position of the displacement node");
    else if (s->node)
        s->f = mat3_tmulv(&own->R, vec3_sub(s->node->initial->x, own->x));
    s->weight = read_keyword(r, "weight") ? read_real(r, "weight") : 1.0;
}

static void rigid_body_displacement_joint_read(reader *r, elem *e)
{
    rigid_body_joint *j = e->self;
    double sum = 0.0;
    j->node = read_structural_node(r, "structural node");
    j->n = read_integer_in(r, 3, 1 << 20, "number of displacement nodes");
    j->n = read_ok(r) ? j->n : 0;
    j->slaves = ARENA_ARRAY(reader_arena(r), slave, j->n + 1);
    for (int i = 0; i < j->n; i++) {
        read_slave(r, j->node, &j->slaves[i]);
        sum += j->slaves[i].weight;
    }
    j->alpha = read_keyword(r, "alpha") ? read_positive(r, "alpha") : 1.0;
    if (read_ok(r) && sum <= 0.0)
        read_error_last(r, E_WEIGHTS);
    if (read_ok(r))
        finish(j, e);
}

static void rigid_body_displacement_joint_connect(const elem *e, layout *l)
{
    const rigid_body_joint *j = e->self;
    layout_node(l, j->node);
    for (int i = 0; i < j->n; i++)
        layout_node(l, j->slaves[i].node);
    const int own = layout_own(l);
    layout_clear(l);
    layout_full(l, 0, 3, 3, 3);
    layout_full(l, 3, 3, 0, 6);
    layout_diagonal(l, 0, own), layout_skew(l, 0, own + 3), layout_skew(l, 3, own), layout_full(l, 3, 3, own + 3, 3);
    layout_diagonal(l, own, 0), layout_skew(l, own, 3), layout_skew(l, own + 3, 0), layout_full(l, own + 3, 3, 3, 3);
    for (int i = 0; i < j->n; i++) {
        const int row = j->slaves[i].row;
        layout_full(l, row, 3, 3, 3);
        layout_full(l, 3, 3, row, 3);
        layout_diagonal(l, row, own), layout_skew(l, row, own + 3);
        layout_diagonal(l, own, row), layout_skew(l, own + 3, row);
    }
}

/* What passes through one slave: arm r, its position u from the node, force and couple on the node. */
typedef struct {
    vec3 r, u, F, M, force, couple;
} share;

static share share_of(const state *s, const elem *e, const slave *k)
{
    const rigid_body_joint *j = e->self;
    const pose *at = &s->poses[j->node->pose];
    share h = {.r = mat3_mulv(&at->R, k->f), .u = vec3_sub(s->poses[k->node->pose].x, at->x)};
    h.F = vec3_scale(j->alpha, vec3_load(s->y + e->own));
    h.M = vec3_scale(j->alpha, vec3_load(s->y + e->own + 3));
    h.force = vec3_scale(k->weight, vec3_add(h.F, vec3_cross(h.M, h.r)));
    h.couple = vec3_scale(k->weight, vec3_cross(h.r, vec3_sub(h.F, vec3_cross(h.u, h.M))));
    return h;
}

static void slave_jacobian(const state *s, const rigid_body_joint *j, const slave *k, const share *h, local *out)
{
    const double c = s->dvalue * k->weight, a = j->alpha * k->weight, ac = s->dvalue * a;
    const int row = k->row, own = j->own;
    const mat3 rx = mat3_skew(h->r), Mr = mat3_skew_skew(h->M, h->r), rM = mat3_skew_skew(h->r, h->M);
    const mat3 ru = mat3_skew_skew(h->r, h->u), ur = mat3_skew_skew(h->u, h->r);
    const mat3 Gr = mat3_skew_skew(vec3_sub(h->F, vec3_cross(h->u, h->M)), h->r);
    /* forces along the rotation, and couple along rotation and positions */
    local_block(out, 0, 3, -c, &Mr);
    local_block(out, row, 3, c, &Mr);
    local_block(out, 3, 3, c, &Gr);
    local_block(out, 3, row, c, &rM);
    local_block(out, 3, 0, -c, &rM);
    /* forces and couple along the multipliers */
    local_block(out, 0, own, a, &MAT3_EYE);
    local_block(out, 0, own + 3, -a, &rx);
    local_block(out, row, own, -a, &MAT3_EYE);
    local_block(out, row, own + 3, a, &rx);
    local_block(out, 3, own, a, &rx);
    local_block(out, 3, own + 3, -a, &ru);
    /* constraints */
    local_block(out, own, row, ac, &MAT3_EYE);
    local_block(out, own, 0, -ac, &MAT3_EYE);
    local_block(out, own, 3, ac, &rx);
    local_block(out, own + 3, row, ac, &rx);
    local_block(out, own + 3, 0, -ac, &rx);
    local_block(out, own + 3, 3, ac, &ur);
}

static void rigid_body_displacement_joint_eval(int n, const state *s, const elem *e, local *out)
{
    const rigid_body_joint *j = e->self;
    for (int i = 0; i < j->n; i++) {
        const slave *k = &j->slaves[i];
        const share h = share_of(s, e, k);
        const double scale = j->alpha * k->weight;
        vec3_accumulate(out->r, h.force);
        vec3_accumulate(out->r + 3, h.couple);
        vec3_accumulate(out->r + k->row, vec3_neg(h.force));
        vec3_accumulate(out->r + j->own, vec3_scale(scale, vec3_sub(h.u, h.r)));
        vec3_accumulate(out->r + j->own + 3, vec3_scale(scale, vec3_cross(h.r, h.u)));
        if (n > 0)
            slave_jacobian(s, j, k, &h, out);
    }
}

static wrench handed_on(const state *s, const elem *e)
{
    const rigid_body_joint *j = e->self;
    wrench w = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < j->n; i++) {
        const share h = share_of(s, e, &j->slaves[i]);
        w.F = vec3_sub(w.F, h.force);
        w.M = vec3_sub(w.M, h.couple);
    }
    return w;
}

static void rigid_body_displacement_joint_output_row(const state *s, const elem *e, record *out)
{
    joint_output_in(out, e, &s->poses[((const rigid_body_joint *)e->self)->node->pose].R, handed_on(s, e));
    record_end(out);
}

static void rigid_body_displacement_joint_log_line(const elem *e, record *out)
{
    const rigid_body_joint *j = e->self;
    joint_log_begin(out, e, "rigidbodydisplacementjoint:");
    record_unsigned(out, j->node->label);
    for (int i = 0; i < j->n; i++) {
        record_unsigned(out, j->slaves[i].node->label);
        record_vec3(out, j->slaves[i].f);
        record_real(out, j->slaves[i].weight);
    }
    record_end(out);
}

static double rigid_body_displacement_joint_private_value(const state *s, const elem *e, int index)
{
    return joint_both_frames(&s->poses[((const rigid_body_joint *)e->self)->node->pose].R, handed_on(s, e), index);
}

static void rigid_body_displacement_joint_sample(sampler *from, elem *e)
{
    rigid_body_joint *j = e->self;
    j->node = sample_structural(from, 0);
    j->n = 5;
    j->slaves = ARENA_ARRAY(from->memory, slave, j->n);
    for (int i = 0; i < j->n; i++) {
        j->slaves[i].node = i == 2 ? sample_structural(from, 1) : sample_point(from, i);
        j->slaves[i].f = sample_vec3(from, 1.0);
        j->slaves[i].weight = sample_real(from, 0.5, 2.0);
    }
    j->alpha = sample_real(from, 0.5, 2.0);
    finish(j, e);
}

const elem_type joint_rigid_body_displacement_joint_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "rigid body displacement joint",
    .grammar = "joint: LABEL, rigid body displacement joint, NODE, NUMBER, NODE [, position, F] [, weight, W] [, ...] "
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
    .own_name = joint_own_name,
    .sample = rigid_body_displacement_joint_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
};
