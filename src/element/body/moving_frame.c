/* moving_frame.c - inertia forces in a frame that moves: acceleration a0, angular velocity W, angular acceleration W'.
 *
 *     x_c = x + R b,  v_c = v + w x R b + R b'           centre of mass, relative to the frame
 *     F = - m (a0 + W' x x_c + W x W x x_c + 2 W x v_c)
 *     M = R b x F - (J (W' + W x w) + W x J (W + w) + w x J W)          moment about the node */
#include "element/body/moving_frame.h"
#include "math/rotation.h"
#include "contract/sampler.h"

static vec3 now(const tpl_drive *drive, vec3 constant, const state *state)
{
    return drive ? tpl_drive_vec3(drive, state) : constant;
}

frame_motion moving_frame_now(const rigid_body_kinematics *rigid_body_kinematics, const state *state)
{
    const vec3 a = now(rigid_body_kinematics->a_drive, rigid_body_kinematics->a, state),
               W = now(rigid_body_kinematics->w_drive, rigid_body_kinematics->w, state),
               dW = now(rigid_body_kinematics->dw_drive, rigid_body_kinematics->dw, state);
    if (!rigid_body_kinematics->R_drive)
        return (frame_motion){a, W, dW};
    /* Motions given by drives are those of the rotating frame in the axes of the fixed one. */
    const mat3 R = rotation_exp(tpl_drive_vec3(rigid_body_kinematics->R_drive, state));
    return (frame_motion){mat3_tmulv(&R, a), mat3_tmulv(&R, W), mat3_tmulv(&R, dW)};
}

const rigid_body_kinematics *sample_frame_motion(sampler *from)
{
    rigid_body_kinematics *k = ARENA_NEW(from->memory, rigid_body_kinematics);
    k->is_set = sample_integer(from, 0, 1);
    k->a = sample_vec3(from, 1), k->w = sample_vec3(from, 1), k->dw = sample_vec3(from, 1);
    return k;
}

/* F for a mass at x_c moving with v_c. */
static void force(int lanes, const frame_motion *motion, double m, const jet3 *xc, const jet3 *vc, jet3 *F)
{
    const mat3 WW = mat3_skew_skew(motion->W, motion->W);
    jet3 t;
    jet3_const(lanes, F, vec3_scale(-m, motion->a));
    jet3_add_cross_to(lanes, F, -m, motion->dW, xc);
    jet3_mul(lanes, &t, &WW, xc);
    jet3_add_to(lanes, F, -m, &t);
    jet3_add_cross_to(lanes, F, -2 * m, motion->W, vc);
}

void inertia_times(int lanes, const jet_node *nd, const mat3 *J, const jet3 *a, jet3 *r)
{
    jet3 in_node, rotated;
    jet_node_local(lanes, &in_node, nd, a);
    jet3_mul(lanes, &rotated, J, &in_node);
    jet_node_global(lanes, r, nd, &rotated);
}

static void moment(int lanes, const frame_motion *motion, const jet_node *nd, const mat3 *J, jet3 *M)
{
    jet3 t, Jt, W;
    /* J (W' + W x w) */
    jet3_const(lanes, &t, motion->dW);
    jet3_add_cross_to(lanes, &t, 1, motion->W, &nd->w);
    inertia_times(lanes, nd, J, &t, &Jt);
    jet3_add_to(lanes, M, -1, &Jt);
    /* W x J (W + w) */
    jet3_const(lanes, &W, motion->W);
    jet3_add(lanes, &t, &W, 1, &nd->w);
    inertia_times(lanes, nd, J, &t, &Jt);
    jet3_add_cross_to(lanes, M, -1, motion->W, &Jt);
    /* w x J W */
    inertia_times(lanes, nd, J, &W, &Jt);
    jet3_cross(lanes, &t, &nd->w, &Jt);
    jet3_add_to(lanes, M, -1, &t);
}

static void point_forces(int lanes, const state *state, const frame_motion *motion, const node *nd, double m,
                         local *out)
{
    jet3 x, v, F;
    jet_point_seed(lanes, &x, &v, state, nd->pose, 0);
    force(lanes, motion, m, &x, &v, &F);
    local_add3(out, 0, lanes, 1, &F);
}

void moving_frame_forces(int lanes, const state *state, const rigid_body_kinematics *motion, const rigid_mass *of,
                         local *out)
{
    const frame_motion frame_motion = moving_frame_now(motion, state);
    if (!of->node->has_rotation) {
        point_forces(lanes, state, &frame_motion, of->node, of->m, out);
        return;
    }
    jet_node at;
    jet3 arm, xc, vc, spin, drift, F, M;
    jet_node_seed(lanes, &at, state, of->node->pose, 0);
    jet_node_arm(lanes, &arm, &at, of->b);
    jet3_add(lanes, &xc, &at.x, 1, &arm);
    jet3_cross(lanes, &spin, &at.w, &arm);
    jet3_add(lanes, &vc, &at.v, 1, &spin);
    jet_node_arm(lanes, &drift, &at, of->db);
    jet3_add_to(lanes, &vc, 1, &drift);
    force(lanes, &frame_motion, of->m, &xc, &vc, &F);
    jet3_cross(lanes, &M, &arm, &F);
    moment(lanes, &frame_motion, &at, &of->J, &M);
    local_add3(out, 0, lanes, 1, &F);
    local_add3(out, 3, lanes, 1, &M);
}
