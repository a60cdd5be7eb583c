/* moving_frame.c - inertia forces in a frame that moves: acceleration a0, angular velocity W, angular acceleration W'.
 *
 *     x_c = x + R b,  v_c = v + w x R b + R b'           centre of mass, relative to the frame
 *     F = - m (a0 + W' x x_c + W x W x x_c + 2 W x v_c)
 *     M = R b x F - (J (W' + W x w) + W x J (W + w) + w x J W)          moment about the node */
#include "element/body/moving_frame.h"
#include "math/rotation.h"
#include "contract/sampler.h"

static vec3 now(const tpl_drive *d, vec3 constant, const state *s) { return d ? tpl_drive_vec3(d, s) : constant; }

frame_motion moving_frame_now(const rigid_body_kinematics *k, const state *s)
{
    const vec3 a = now(k->a_drive, k->a, s), W = now(k->w_drive, k->w, s), dW = now(k->dw_drive, k->dw, s);
    if (!k->R_drive)
        return (frame_motion){a, W, dW};
    /* Given by drives, the motion is that of the turning frame seen from the fixed one. */
    const mat3 R = rotation_exp(tpl_drive_vec3(k->R_drive, s));
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
static void force(int n, const frame_motion *f, double m, const jet3 *xc, const jet3 *vc, jet3 *F)
{
    const mat3 WW = mat3_skew_skew(f->W, f->W);
    jet3 t;
    jet3_const(n, F, vec3_scale(-m, f->a));
    jet3_add_cross_to(n, F, -m, f->dW, xc);
    jet3_mul(n, &t, &WW, xc);
    jet3_add_to(n, F, -m, &t);
    jet3_add_cross_to(n, F, -2 * m, f->W, vc);
}

void inertia_times(int n, const jet_node *nd, const mat3 *J, const jet3 *a, jet3 *r)
{
    jet3 in_node, turned;
    jet_node_local(n, &in_node, nd, a);
    jet3_mul(n, &turned, J, &in_node);
    jet_node_global(n, r, nd, &turned);
}

static void moment(int n, const frame_motion *f, const jet_node *nd, const mat3 *J, jet3 *M)
{
    jet3 t, Jt, W;
    /* J (W' + W x w) */
    jet3_const(n, &t, f->dW);
    jet3_add_cross_to(n, &t, 1, f->W, &nd->w);
    inertia_times(n, nd, J, &t, &Jt);
    jet3_add_to(n, M, -1, &Jt);
    /* W x J (W + w) */
    jet3_const(n, &W, f->W);
    jet3_add(n, &t, &W, 1, &nd->w);
    inertia_times(n, nd, J, &t, &Jt);
    jet3_add_cross_to(n, M, -1, f->W, &Jt);
    /* w x J W */
    inertia_times(n, nd, J, &W, &Jt);
    jet3_cross(n, &t, &nd->w, &Jt);
    jet3_add_to(n, M, -1, &t);
}

static void point_forces(int n, const state *s, const frame_motion *f, const node *nd, double m, local *out)
{
    jet3 x, v, F;
    jet_point_seed(n, &x, &v, s, nd->pose, 0);
    force(n, f, m, &x, &v, &F);
    local_add3(out, 0, n, 1, &F);
}

void moving_frame_forces(int n, const state *s, const rigid_body_kinematics *motion, const rigid_mass *of, local *out)
{
    const frame_motion f = moving_frame_now(motion, s);
    if (!of->node->has_rotation) {
        point_forces(n, s, &f, of->node, of->m, out);
        return;
    }
    jet_node at;
    jet3 arm, xc, vc, spin, drift, F, M;
    jet_node_seed(n, &at, s, of->node->pose, 0);
    jet_node_arm(n, &arm, &at, of->b);
    jet3_add(n, &xc, &at.x, 1, &arm);
    jet3_cross(n, &spin, &at.w, &arm);
    jet3_add(n, &vc, &at.v, 1, &spin);
    jet_node_arm(n, &drift, &at, of->db);
    jet3_add_to(n, &vc, 1, &drift);
    force(n, &f, of->m, &xc, &vc, &F);
    jet3_cross(n, &M, &arm, &F);
    moment(n, &f, &at, &of->J, &M);
    local_add3(out, 0, n, 1, &F);
    local_add3(out, 3, n, 1, &M);
}
