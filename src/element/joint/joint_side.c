/* joint_side.c - the motion of a joint's sides, as numbers and as jets; angles with whole revolutions.
 *
 *     b = R f    p = x + b    v = x' + w x b    H = R Rh
 *     theta = log(Ra' Rb):   d theta = Gamma(theta)^-1 Ra' (t2 - t1) */
#include "element/joint/joint.h"
#include "math/rotation.h"

const pose joint_ground = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

side_motion side_now(const state *state, const joint_side *side)
{
    side_motion motion;
    side_place(state, side, &motion);
    motion.v = vec3_add(motion.pose->v, vec3_cross(motion.pose->w, motion.b));
    motion.H = mat3_mul(&motion.pose->R, side_Rh(state, side));
    return motion;
}

mat3 frame_along(vec3 d, int index)
{
    const vec3 a = vec3_scale(1.0 / vec3_norm(d), d);
    /* The coordinate axis with the smallest component of a determines the second direction. */
    const vec3 least = fabs(a.x) <= fabs(a.y) && fabs(a.x) <= fabs(a.z) ? (vec3){1, 0, 0}
                       : fabs(a.y) <= fabs(a.z)                         ? (vec3){0, 1, 0}
                                                                        : (vec3){0, 0, 1};
    const vec3 c = vec3_cross(a, least), b = vec3_scale(1.0 / vec3_norm(c), c), third = vec3_cross(a, b);
    return index == 0   ? mat3_from_cols(a, b, third)
           : index == 1 ? mat3_from_cols(third, a, b)
                        : mat3_from_cols(b, third, a);
}

void jet_side_seed(int lanes, jet_side *side, const state *state, const joint_side *joint_side, int first)
{
    jet_node_seed(lanes, &side->node, state, joint_side->node->pose, first);
    side->Rh = side_Rh(state, joint_side);
    jet_node_arm(lanes, &side->b, &side->node, *side_f(state, joint_side));
    jet3_add(lanes, &side->p, &side->node.x, 1.0, &side->b);
}

void jet_side_velocity(int lanes, jet3 *r, const jet_side *side)
{
    jet3_cross(lanes, r, &side->node.w, &side->b);
    jet3_add_to(lanes, r, 1.0, &side->node.v);
}

void local_moment(int lanes, local *out, int row, double s, const jet3 *M) { local_add3(out, row + 3, lanes, s, M); }

void local_force(int lanes, local *out, int row, double s, const jet3 *F, const jet3 *arm)
{
    jet3 M;
    jet3_cross(lanes, &M, arm, F);
    local_add3(out, row, lanes, s, F);
    local_add3(out, row + 3, lanes, s, &M);
}

void jet_relative_rotation(int lanes, jet3 *theta, const jet_side side[2], const mat3 *A, const mat3 *B)
{
    const mat3 Ra = mat3_mul(&side[0].node.now->R, A), Rb = mat3_mul(&side[1].node.now->R, B);
    const mat3 relative = mat3_tmul(&Ra, &Rb);
    const vec3 now = rotation_log(&relative);
    const mat3 inverse = rotation_exp_spin_inverse(now);
    const mat3 rotation = mat3_mult(&inverse, &Ra);
    jet3 spin;
    jet3_add(lanes, &spin, &side[1].node.theta, -1.0, &side[0].node.theta);
    jet3_mul(lanes, theta, &rotation, &spin);
    theta->v[0] = now.x, theta->v[1] = now.y, theta->v[2] = now.z;
}

/* c(s) = (1 - h cot h) / s with s = t^2 = 4 h^2, and its derivative */
static double spin_factor(double s, double *derivative)
{
    if (s < 1e-2) {
        *derivative = 1.0 / 720.0 + s * (1.0 / 15120.0 + s / 403200.0);
        return 1.0 / 12.0 + s * (1.0 / 720.0 + s * (1.0 / 30240.0 + s / 1209600.0));
    }
    const double h = sqrt(s) / 2.0, cot = 1.0 / tan(h), c = (1.0 - h * cot) / s;
    *derivative = ((h * (1.0 + cot * cot) - cot) / (4.0 * h) / 2.0 - c) / s;
    return c;
}

void jet_rotation_moment(int lanes, jet3 *r, const jet3 *theta, const jet3 *a)
{
    jet3 once, twice, scaled;
    jet1 s;
    jet3_cross(lanes, &once, theta, a);
    jet3_cross(lanes, &twice, theta, &once);
    jet3_dot(lanes, &s, theta, theta);
    double derivative;
    const double c = spin_factor(s.v, &derivative);
    jet1_chain_by(lanes, &s, c, derivative);
    jet3_mul1(lanes, &scaled, &s, &twice);
    jet3_add(lanes, r, a, 0.5, &once);
    jet3_add_to(lanes, r, 1.0, &scaled);
}

double sides_angle(const mat3 *H1, const mat3 *H2)
{
    const mat3 relative = mat3_tmul(H1, H2);
    return atan2(relative.e[1][0] - relative.e[0][1], relative.e[0][0] + relative.e[1][1]);
}

double revolution_now(const revolution_count *revolution_count, double wrapped)
{
    if (!revolution_count->is_known)
        return wrapped + revolution_count->shift;
    return revolution_count->angle + remainder(wrapped - revolution_count->angle, 2.0 * M_PI) + revolution_count->shift;
}

void revolution_accept(revolution_count *revolution_count, double wrapped)
{
    revolution_count->angle = revolution_now(revolution_count, wrapped) - revolution_count->shift;
    revolution_count->is_known = true;
}
