/* joint_viscous_body.c - a force and a moment on a node, given by a viscous law of its velocity in the frame of the
 * joint.
 *
 *     strain rate = H' (v, w),      v = x' + w x b the velocity of the point,      (F, M) = H law
 *     node: -F, -b x F - M */
#include "element/joint/joint.h"
#include "element/diag_rows.h"
#include "element/law_user.h"
#include "math/rotation.h"
#include "model/reading.h"
#include <string.h>

typedef struct {
    joint_side side[1];
    const law *law;
} viscous_body;

typedef struct {
    jet_side side;
    jet3 rate[2];
} motion;

static void viscous_body_read(reader *reader, elem *element)
{
    viscous_body *joint = element->self;
    read_side(reader, &joint->side[0], NULL, POSITION_NEEDED);
    joint->law = read_law(reader, 6, "constitutive law");
    /* nlp viscous is accepted: the strain that it depends on is always zero here */
    if (read_ok(reader) && joint->law->kind != LAW_VISCOUS && joint->law->type->kind != LAW_VISCOUS)
        read_error(reader, E_VISCOUS_BODY_LAW, joint->law->location);
}

static void viscous_body_connect(const elem *element, layout *layout)
{
    const viscous_body *joint = element->self;
    layout_node(layout, joint->side[0].node);
}

/* r = H' a */
static void to_joint(int lanes, const joint_side *side, const jet_side *jet, jet3 *restrict r, const jet3 *a)
{
    const mat3 Rht = mat3_transpose(&side->Rh);
    jet3 in_node;
    jet_node_local(lanes, &in_node, &jet->node, a);
    jet3_mul(lanes, r, &Rht, &in_node);
}

static void viscous_body_set_motion(int n, const state *state, const viscous_body *joint, motion *motion)
{
    jet3 v;
    jet_side_seed(n, &motion->side, state, &joint->side[0], 0);
    jet_side_velocity(n, &v, &motion->side);
    to_joint(n, &joint->side[0], &motion->side, &motion->rate[0], &v);
    to_joint(n, &joint->side[0], &motion->side, &motion->rate[1], &motion->side.node.w);
}

/* Forces of the law in the joint's frame. */
static void forces(int lanes, const state *state, const viscous_body *joint, const motion *motion, jet3 f[2])
{
    jet3 none[2];
    jet3_const(lanes, &none[0], (vec3){0, 0, 0});
    none[1] = none[0];
    jet_law6(lanes, joint->law, state, none, motion->rate, f);
}

static void viscous_body_eval(int lanes, const state *state, const elem *element, local *out)
{
    const viscous_body *joint = element->self;
    motion motion;
    jet3 f[2], F[2];
    viscous_body_set_motion(lanes, state, joint, &motion);
    forces(lanes, state, joint, &motion, f);
    for (int k = 0; k < 2; k++) {
        jet3 in_node;
        jet3_mul(lanes, &in_node, &joint->side[0].Rh, &f[k]);
        jet_node_global(lanes, &F[k], &motion.side.node, &in_node);
    }
    local_force(lanes, out, 0, -1.0, &F[0], &motion.side.b);
    local_moment(lanes, out, 0, -1.0, &F[1]);
}

static const double NO_STRAIN[LAW_MAX];

static void law_rate(const motion *motion, double rate[LAW_MAX])
{
    memcpy(rate, motion->rate[0].v, sizeof motion->rate[0].v);
    memcpy(rate + 3, motion->rate[1].v, sizeof motion->rate[1].v);
}

static void viscous_body_input(const state *state, const elem *element, double strain[LAW_MAX], double rate[LAW_MAX])
{
    motion motion;
    viscous_body_set_motion(0, state, element->self, &motion);
    memcpy(strain, NO_STRAIN, sizeof NO_STRAIN);
    law_rate(&motion, rate);
}

static const law_user USER = {.law = offsetof(viscous_body, law), .input = viscous_body_input};

static void viscous_body_start(const state *state, const elem *element, memory_block *to)
{
    law_user_start(&USER, state, element, to);
}
static void viscous_body_predict(const state *state, const elem *element, memory_block *to)
{
    law_user_predict(&USER, state, element, to);
}
static void viscous_body_accept(const state *state, const elem *element, memory_block *to)
{
    law_user_accept(&USER, state, element, to);
}

static void viscous_body_output_row(const state *state, const elem *element, record *out)
{
    const viscous_body *joint = element->self;
    motion motion;
    jet3 f[2];
    viscous_body_set_motion(0, state, joint, &motion);
    forces(0, state, joint, &motion, f);
    const mat3 H = side_now(state, &joint->side[0]).H;
    const vec3 F = jet3_value(&f[0]), M = jet3_value(&f[1]);
    joint_output(out, element, F, M, mat3_mulv(&H, F), mat3_mulv(&H, M));
    record_name(out, "V", QUANTITY_VELOCITY, "local relative linear velocity (x, y, z)");
    record_vec3(out, jet3_value(&motion.rate[0]));
    record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "local relative angular velocity (x, y, z)");
    record_vec3(out, jet3_value(&motion.rate[1]));
    double rate[LAW_MAX];
    law_rate(&motion, rate);
    law_output(state, joint->law, NO_STRAIN, rate, out);
    record_end(out);
}

static void viscous_body_log_line(const elem *element, record *out)
{
    const viscous_body *joint = element->self;
    joint_log_begin(out, element, "viscousbody:");
    joint_log_side(out, joint->side[0].node, joint->side[0].f, &joint->side[0].Rh);
    record_end(out);
}

static const char *const PRIVATE[] = {"rx", "ry", "rz", "vx", "vy", "vz", "wx", "wy",
                                      "wz", "Fx", "Fy", "Fz", "Mx", "My", "Mz", NULL};

/* Minus the rotation vector of H; the velocity of the point in the frame of the node; otherwise the printed values. */
static double viscous_body_private_value(const state *state, const elem *element, int index)
{
    const viscous_body *joint = element->self;
    motion motion;
    jet3 f[2];
    viscous_body_set_motion(0, state, joint, &motion);
    forces(0, state, joint, &motion, f);
    const mat3 H = side_now(state, &joint->side[0]).H;
    const vec3 data[] = {vec3_neg(rotation_log(&H)), mat3_mulv(&joint->side[0].Rh, jet3_value(&motion.rate[0])),
                         jet3_value(&motion.rate[1]), jet3_value(&f[0]), jet3_value(&f[1])};
    return vec3_get(data[(index - 1) / 3], (index - 1) % 3);
}

static void viscous_body_sample(sampler *from, elem *element)
{
    viscous_body *joint = element->self;
    sample_side(from, &joint->side[0], 0);
    joint->law = sample_law(from, 6);
}

const elem_type joint_viscous_body_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "viscous body",
    .grammar = "joint: LABEL, viscous body, NODE, [position,] (vec3) OFFSET [, orientation, ORIENTATION], (6D law) LAW",
    .summary = "A force and a moment that depend on the velocity of a node in its own frame.",
    .size = sizeof(viscous_body),
    .read = viscous_body_read,
    .connect = viscous_body_connect,
    .eval = viscous_body_eval,
    .history = &(const elem_history){.start = viscous_body_start,
                                     .predict = viscous_body_predict,
                                     .accept = viscous_body_accept},
    .output = viscous_body_output_row,
    .log = viscous_body_log_line,
    .private_names = PRIVATE,
    .private_value = viscous_body_private_value,
    .sample = viscous_body_sample,
    .assembly = &(const elem_assembly){.deformable = true},
    .expectations = &(const elem_expectations){.external_forces = true},
    .drawing = &(const elem_drawing){.symbol = SYMBOL_DAMPER},
};
