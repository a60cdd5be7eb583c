/* joint_gimbal_rotation.c - a homokinetic joint: the relative rotation has no component about axis 3; positions are
 * free.
 *
 *     theta = log(H1' H2),    theta3 = 0        one row, multiplier M
 *     node 1: H1 Gamma(theta)^-T e3 M           node 2: minus it
 *
 * This is what a sequence of two Cardano joints, exp(t e2) exp(p e1) exp(t e2), allows: in quaternions of the relative
 * rotation
 *
 *     q1 = sin(p/2)    q2 = sin(t) cos(p/2)    q3 = 0    q0 = cos(t) cos(p/2)
 *
 * Printed: the couple on node 1 in the node's frame and in the global one; t and p in radians; the orientation
 * R1' R2. */
#include "element/joint/joint.h"
#include "math/rotation.h"

typedef struct {
    joint_side side[2];
    orientation_kind description;
} gimbal;

static void read(reader *r, elem *e)
{
    gimbal *j = e->self;
    read_sides(r, j->side, POSITION_OPTIONAL);
    j->description = read_description(r);
    e->n_own = 1;
}

static void connect(const elem *e, layout *l)
{
    const gimbal *j = e->self;
    const joint_rows at = layout_sides(l, j->side);
    part_normal_layout(l, &at, at.own);
}

/* The couple on side 1, and theta. */
static void gimbal_couple(int n, const state *s, const elem *e, jet3 *M, jet3 *theta)
{
    const gimbal *j = e->self;
    const joint_rows at = side_rows(j->side);
    jet_side side[2];
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &side[i], s, &j->side[i], at.side[i]);
    jet_relative_rotation(n, theta, side, side[0].Rh, side[1].Rh);
    jet3 third, local_axis, node_axis, global_axis;
    jet1 multiplier;
    jet3_const(n, &third, (vec3){0, 0, 1});
    jet_rotation_couple(n, &local_axis, theta, &third);
    jet3_mul(n, &node_axis, side[0].Rh, &local_axis);
    jet_node_global(n, &global_axis, &side[0].at, &node_axis);
    jet1_seed(n, &multiplier, s->y[e->own], at.own, 1.0);
    jet3_mul1(n, M, &multiplier, &global_axis);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const gimbal *j = e->self;
    const joint_rows at = side_rows(j->side);
    jet3 M, theta;
    gimbal_couple(n, s, e, &M, &theta);
    local_couple(n, out, at.side[0], 1.0, &M);
    local_couple(n, out, at.side[1], -1.0, &M);
    out->r[at.own] += theta.v[2];
    JET_LANES(n, l) out->J[at.own * out->ld + l] += theta.d[2][l];
}

static void angles(const jet3 *theta, double *t, double *p)
{
    const vec3 v = jet3_value(theta);
    const double half = vec3_norm(v) / 2.0, sine = half > 0.0 ? sin(half) / (2.0 * half) : 0.5;
    *p = 2.0 * asin(sine * v.x);
    *t = atan2(sine * v.y, cos(half));
}

/* The couple on side 2 in the axes of H1, and the angles. */
static vec3 gimbal_now(const state *s, const elem *e, double *t, double *p)
{
    const gimbal *j = e->self;
    const mat3 H1 = side_now(s, &j->side[0]).H;
    jet3 M, theta;
    gimbal_couple(0, s, e, &M, &theta);
    angles(&theta, t, p);
    return vec3_neg(mat3_tmulv(&H1, jet3_value(&M)));
}

static void output_row(const state *s, const elem *e, record *out)
{
    const gimbal *j = e->self;
    const mat3 *R1 = &s->at[j->side[0].node->pose].R, *R2 = &s->at[j->side[1].node->pose].R;
    const mat3 relative = mat3_tmul(R1, R2);
    const vec3 zero = {0, 0, 0};
    double t, p;
    const vec3 M = gimbal_now(s, e, &t, &p);
    joint_output(out, e, zero, M, zero, mat3_mulv(R1, M));
    record_name(out, "Theta", QUANTITY_JOINT_ANGLE, "relative angle Theta");
    record_real(out, t);
    record_name(out, "Phi", QUANTITY_JOINT_ANGLE, "relative angle Phi");
    record_real(out, p);
    record_name(out, "", QUANTITY_ORIENTATION, "relative orientation");
    record_orientation(out, &relative, j->description);
    record_end(out);
}

static void log_line(const elem *e, record *out) { joint_log_rotation(out, e, "gimbalrotation:"); }

static const char *const PRIVATE[] = {"lambda[1]", "lambda[2]", "lambda[3]", "theta", "phi", NULL};

static double private_value(const state *s, const elem *e, int index)
{
    double t, p;
    const vec3 M = gimbal_now(s, e, &t, &p);
    return index <= 3 ? vec3_get(M, index - 1) : index == 4 ? t : p;
}

static void sample(sampler *from, elem *e)
{
    gimbal *j = e->self;
    sample_sides(from, j->side);
    e->n_own = 1;
}

const elem_type joint_gimbal_rotation_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "gimbal rotation",
    .words = "Gimbal rotation",
    .grammar = "joint: LABEL, gimbal rotation, NODE [, orientation, R], NODE [, orientation, R] [, orientation "
               "description, KIND]",
    .summary = "Two nodes turn against each other about axes 1 and 2 of the joint only, as in a homokinetic joint.",
    .size = sizeof(gimbal),
    .read = read,
    .connect = connect,
    .eval = eval,
    .output_row = output_row,
    .log = log_line,
    .private_names = PRIVATE,
    .private_value = private_value,
    .own_name = joint_couple_name,
    .sample = sample,
    .flags = ELEM_INTERNAL_FORCES,
    .draw = joint_draw,
    .symbol = SYMBOL_CROSS,
};
