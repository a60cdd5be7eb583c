/* joint_offset_displacement_joint.c - a displacement node is rigidly attached to a structural node.
 *
 *     x2 - x1 - R1 f = 0             three rows, multiplier F in global axes
 *     node 1: F, b x F               node 2: -F               b = R1 f
 *
 * Printed: the load of node 1 on node 2, -F and -b x F about node 1, in the frame of node 1 and in the global frame. */
#include "element/joint/joint.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    const node *node[2];
    vec3 f;
} offset_joint;

enum { BODY = 0, POINT = 6 };

static int own_row(const offset_joint *j) { return POINT + (j->node[1]->has_rotation ? 6 : 3); }

static void offset_displacement_joint_read(reader *r, elem *e)
{
    offset_joint *j = e->self;
    j->node[0] = read_structural_node(r, "structural node");
    j->node[1] = read_point_node(r, "displacement node");
    const frame *own = j->node[0] ? j->node[0]->initial : &FRAME_GLOBAL;
    const frame_context c = {.own = own};
    if (read_keyword(r, "position"))
        j->f = read_position_rel(r, &c, "position of the displacement node");
    else if (j->node[1])
        j->f = mat3_tmulv(&own->R, vec3_sub(j->node[1]->initial->x, own->x));
    e->n_own = 3;
}

static void offset_displacement_joint_connect(const elem *e, layout *l)
{
    const offset_joint *j = e->self;
    layout_node(l, j->node[0]);
    layout_node(l, j->node[1]);
    const int own = layout_own(l);
    layout_clear(l);
    layout_diagonal(l, BODY, own);
    layout_skew(l, BODY + 3, own);
    layout_full(l, BODY + 3, 3, BODY + 3, 3);
    layout_diagonal(l, POINT, own);
    layout_diagonal(l, own, BODY);
    layout_skew(l, own, BODY + 3);
    layout_diagonal(l, own, POINT);
}

static void offset_displacement_joint_eval(int n, const state *s, const elem *e, local *out)
{
    const offset_joint *j = e->self;
    const pose *a = &s->poses[j->node[0]->pose], *p = &s->poses[j->node[1]->pose];
    const vec3 b = mat3_mulv(&a->R, j->f), F = vec3_load(s->y + e->own);
    const int own = own_row(j);
    vec3_accumulate(out->r + BODY, F);
    vec3_accumulate(out->r + BODY + 3, vec3_cross(b, F));
    vec3_accumulate(out->r + POINT, vec3_neg(F));
    vec3_accumulate(out->r + own, vec3_sub(vec3_sub(p->x, a->x), b));
    if (n == 0)
        return;
    const mat3 bx = mat3_skew(b), Fb = mat3_skew_skew(F, b);
    local_block(out, BODY, own, 1.0, &MAT3_EYE);
    local_block(out, BODY + 3, own, 1.0, &bx);
    local_block(out, BODY + 3, BODY + 3, s->dvalue, &Fb);
    local_block(out, POINT, own, -1.0, &MAT3_EYE);
    local_block(out, own, BODY, -s->dvalue, &MAT3_EYE);
    local_block(out, own, BODY + 3, s->dvalue, &bx);
    local_block(out, own, POINT, s->dvalue, &MAT3_EYE);
}

/* Of node 1 on node 2. */
static wrench handed_on(const state *s, const elem *e)
{
    const offset_joint *j = e->self;
    const vec3 F = vec3_neg(vec3_load(s->y + e->own));
    return (wrench){F, vec3_cross(mat3_mulv(&s->poses[j->node[0]->pose].R, j->f), F)};
}

static void offset_displacement_joint_output_row(const state *s, const elem *e, record *out)
{
    joint_output_in(out, e, &s->poses[((const offset_joint *)e->self)->node[0]->pose].R, handed_on(s, e));
    record_end(out);
}

static void offset_displacement_joint_log_line(const elem *e, record *out)
{
    const offset_joint *j = e->self;
    joint_log_begin(out, e, "offsetdisplacementjoint:");
    record_unsigned(out, j->node[0]->label);
    record_vec3(out, j->f);
    record_unsigned(out, j->node[1]->label);
    record_end(out);
}

static double offset_displacement_joint_private_value(const state *s, const elem *e, int index)
{
    return joint_both_frames(&s->poses[((const offset_joint *)e->self)->node[0]->pose].R, handed_on(s, e), index);
}

static void offset_displacement_joint_sample(sampler *from, elem *e)
{
    offset_joint *j = e->self;
    j->node[0] = sample_structural(from, 0);
    j->node[1] = sample_point(from, 0);
    j->f = sample_vec3(from, 1.0);
    e->n_own = 3;
}

const elem_type joint_offset_displacement_joint_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "offset displacement joint",
    .grammar = "joint: LABEL, offset displacement joint, NODE, NODE [, position, F]",
    .summary = "A displacement node is rigidly attached to a structural node.",
    .size = sizeof(offset_joint),
    .read = offset_displacement_joint_read,
    .connect = offset_displacement_joint_connect,
    .eval = offset_displacement_joint_eval,
    .output = offset_displacement_joint_output_row,
    .log = offset_displacement_joint_log_line,
    .private_names = joint_both_frames_names,
    .private_value = offset_displacement_joint_private_value,
    .own_name = joint_own_name,
    .sample = offset_displacement_joint_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
};
