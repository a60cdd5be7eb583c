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

static int internal_row(const offset_joint *joint) { return POINT + (joint->node[1]->has_rotation ? 6 : 3); }

static void offset_displacement_joint_read(reader *reader, elem *element)
{
    offset_joint *joint = element->self;
    joint->node[0] = read_structural_node(reader, "structural node");
    joint->node[1] = read_point_node(reader, "displacement node");
    joint->f = read_attached_position(reader, joint->node[0], joint->node[1]);
    element->n_internal = 3;
}

static void offset_displacement_joint_connect(const elem *element, layout *layout)
{
    const offset_joint *joint = element->self;
    layout_node(layout, joint->node[0]);
    layout_node(layout, joint->node[1]);
    const int internal = layout_internal(layout);
    layout_clear(layout);
    layout_diagonal(layout, BODY, internal);
    layout_skew(layout, BODY + 3, internal);
    layout_full(layout, BODY + 3, 3, BODY + 3, 3);
    layout_diagonal(layout, POINT, internal);
    layout_diagonal(layout, internal, BODY);
    layout_skew(layout, internal, BODY + 3);
    layout_diagonal(layout, internal, POINT);
}

static void offset_displacement_joint_eval(int lanes, const state *state, const elem *element, local *out)
{
    const offset_joint *joint = element->self;
    const pose *a = &state->poses[joint->node[0]->pose], *p = &state->poses[joint->node[1]->pose];
    const vec3 b = mat3_mulv(&a->R, joint->f), F = vec3_load(state->y + element->internal);
    const int internal = internal_row(joint);
    vec3_accumulate(out->r + BODY, F);
    vec3_accumulate(out->r + BODY + 3, vec3_cross(b, F));
    vec3_accumulate(out->r + POINT, vec3_neg(F));
    vec3_accumulate(out->r + internal, vec3_sub(vec3_sub(p->x, a->x), b));
    if (lanes == 0)
        return;
    const mat3 bx = mat3_skew(b), Fb = mat3_skew_skew(F, b);
    local_block(out, BODY, internal, 1.0, &MAT3_EYE);
    local_block(out, BODY + 3, internal, 1.0, &bx);
    local_block(out, BODY + 3, BODY + 3, state->dvalue, &Fb);
    local_block(out, POINT, internal, -1.0, &MAT3_EYE);
    local_block(out, internal, BODY, -state->dvalue, &MAT3_EYE);
    local_block(out, internal, BODY + 3, state->dvalue, &bx);
    local_block(out, internal, POINT, state->dvalue, &MAT3_EYE);
}

/* The load of node 1 on node 2. */
static wrench handed_on(const state *state, const elem *element)
{
    const offset_joint *joint = element->self;
    const vec3 F = vec3_neg(vec3_load(state->y + element->internal));
    return (wrench){F, vec3_cross(mat3_mulv(&state->poses[joint->node[0]->pose].R, joint->f), F)};
}

static void offset_displacement_joint_output_row(const state *state, const elem *element, record *out)
{
    joint_output_in(out, element, &state->poses[((const offset_joint *)element->self)->node[0]->pose].R,
                    handed_on(state, element));
    record_end(out);
}

static void offset_displacement_joint_log_line(const elem *element, record *out)
{
    const offset_joint *joint = element->self;
    joint_log_begin(out, element, "offsetdisplacementjoint:");
    record_unsigned(out, joint->node[0]->label);
    record_vec3(out, joint->f);
    record_unsigned(out, joint->node[1]->label);
    record_end(out);
}

static double offset_displacement_joint_private_value(const state *state, const elem *element, int index)
{
    return joint_both_frames(&state->poses[((const offset_joint *)element->self)->node[0]->pose].R,
                             handed_on(state, element), index);
}

static void offset_displacement_joint_sample(sampler *from, elem *element)
{
    offset_joint *joint = element->self;
    joint->node[0] = sample_structural(from, 0);
    joint->node[1] = sample_point(from, 0);
    joint->f = sample_vec3(from, 1.0);
    element->n_internal = 3;
}

const elem_type joint_offset_displacement_joint_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "offset displacement joint",
    .grammar = "joint: LABEL, offset displacement joint, NODE, NODE [, position, X]",
    .summary = "A displacement node is rigidly attached to a structural node.",
    .size = sizeof(offset_joint),
    .read = offset_displacement_joint_read,
    .connect = offset_displacement_joint_connect,
    .eval = offset_displacement_joint_eval,
    .output = offset_displacement_joint_output_row,
    .log = offset_displacement_joint_log_line,
    .private_names = joint_both_frames_names,
    .private_value = offset_displacement_joint_private_value,
    .internal_name = joint_internal_name,
    .sample = offset_displacement_joint_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
};
