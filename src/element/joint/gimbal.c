/* gimbal.c - the constraint of a homokinetic joint: the relative rotation has no component about axis 3.
 *
 *     theta = log(H1' H2),    theta3 = 0        one row, multiplier M
 *     node 1: H1 Gamma(theta)^-T e3 M           node 2: the opposite
 *
 * A sequence of two Cardano joints, exp(t e2) exp(p e1) exp(t e2), allows this motion: with the quaternion of the
 * relative rotation
 *
 *     q1 = sin(p/2)    q2 = sin(t) cos(p/2)    q3 = 0    q0 = cos(t) cos(p/2) */
#include "element/joint/gimbal.h"
#include "math/rotation.h"

void gimbal_rotation_layout(const elem *element, layout *layout, const joint_rows *at)
{
    part_normal_layout(layout, at, at->internal + element->n_internal - 1);
}

/* Computes the moment on side 1, and theta. */
static void gimbal_moment(int lanes, const state *state, const elem *element, jet3 *M, jet3 *theta)
{
    const gimbal *joint = element->self;
    const joint_rows at = side_rows(joint->side);
    const int last = element->n_internal - 1;
    jet_side side[2];
    for (int i = 0; i < 2; i++)
        jet_side_seed(lanes, &side[i], state, &joint->side[i], at.side[i]);
    jet_relative_rotation(lanes, theta, side, side[0].Rh, side[1].Rh);
    jet3 third, local_axis, node_axis, global_axis;
    jet1 multiplier;
    jet3_const(lanes, &third, (vec3){0, 0, 1});
    jet_rotation_moment(lanes, &local_axis, theta, &third);
    jet3_mul(lanes, &node_axis, side[0].Rh, &local_axis);
    jet_node_global(lanes, &global_axis, &side[0].node, &node_axis);
    jet1_seed(lanes, &multiplier, state->y[element->internal + last], at.internal + last, 1.0);
    jet3_mul1(lanes, M, &multiplier, &global_axis);
}

void gimbal_rotation_eval(int lanes, const state *state, const elem *element, local *out)
{
    const gimbal *joint = element->self;
    const joint_rows at = side_rows(joint->side);
    const int row = at.internal + element->n_internal - 1;
    jet3 M, theta;
    gimbal_moment(lanes, state, element, &M, &theta);
    local_moment(lanes, out, at.side[0], 1.0, &M);
    local_moment(lanes, out, at.side[1], -1.0, &M);
    out->r[row] += theta.v[2];
    JET_LANES(lanes, l) out->J[row * out->ld + l] += theta.d[2][l];
}

gimbal_motion gimbal_now(const state *state, const elem *element)
{
    const gimbal *joint = element->self;
    const mat3 H1 = side_now(state, &joint->side[0]).H;
    jet3 M, theta;
    gimbal_moment(0, state, element, &M, &theta);
    const vec3 v = jet3_value(&theta);
    const double half = vec3_norm(v) / 2.0, sine = half > 0.0 ? sin(half) / (2.0 * half) : 0.5;
    return (gimbal_motion){
        .M = vec3_neg(mat3_tmulv(&H1, jet3_value(&M))),
        .t = atan2(sine * v.y, cos(half)),
        .p = 2.0 * asin(sine * v.x),
    };
}

void gimbal_output(const elem *element, const gimbal_motion *motion, const mat3 *A, const mat3 *B, record *out)
{
    const gimbal *joint = element->self;
    const mat3 relative = mat3_tmul(A, B);
    record_name(out, "Theta", QUANTITY_JOINT_ANGLE, "relative angle Theta");
    record_real(out, motion->t);
    record_name(out, "Phi", QUANTITY_JOINT_ANGLE, "relative angle Phi");
    record_real(out, motion->p);
    record_name(out, "", QUANTITY_ORIENTATION, "relative");
    record_orientation(out, &relative, joint->description);
    record_end(out);
}

const char *const gimbal_private_names[] = {"lambda[1]", "lambda[2]", "lambda[3]", "theta", "phi", NULL};

double gimbal_private(const state *state, const elem *element, int index)
{
    const gimbal_motion motion = gimbal_now(state, element);
    return index <= 3 ? vec3_get(motion.M, index - 1) : index == 4 ? motion.t : motion.p;
}
