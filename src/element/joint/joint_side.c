/* joint_side.c - the motion of a joint's sides, as numbers and as jets; angles that count turns.
 *
 *     b = R f    p = x + b    v = x' + w x b    H = R Rh
 *     theta = log(Ra' Rb):   d theta = Gamma(theta)^-1 Ra' (t2 - t1)                                            */
#include "element/joint/joint.h"
#include "math/rotation.h"

static const pose GROUND = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

static const pose *pose_of(const state *s, const joint_side *j) { return j->node ? &s->poses[j->node->pose] : &GROUND; }

side_motion side_now(const state *s, const joint_side *j)
{
    side_motion m = {.pose = pose_of(s, j)};
    m.b = mat3_mulv(&m.pose->R, *side_f(s, j));
    m.p = vec3_add(m.pose->x, m.b);
    m.v = vec3_add(m.pose->v, vec3_cross(m.pose->w, m.b));
    m.H = mat3_mul(&m.pose->R, side_Rh(s, j));
    return m;
}

mat3 frame_along(vec3 d, int k)
{
    const vec3 a = vec3_scale(1.0 / vec3_norm(d), d);
    /* The axis that is least along a gives the second direction. */
    const vec3 least = fabs(a.x) <= fabs(a.y) && fabs(a.x) <= fabs(a.z) ? (vec3){1, 0, 0}
                       : fabs(a.y) <= fabs(a.z)                         ? (vec3){0, 1, 0}
                                                                        : (vec3){0, 0, 1};
    const vec3 c = vec3_cross(a, least), b = vec3_scale(1.0 / vec3_norm(c), c), third = vec3_cross(a, b);
    return k == 0 ? mat3_from_cols(a, b, third) : k == 1 ? mat3_from_cols(third, a, b) : mat3_from_cols(b, third, a);
}

void jet_side_seed(int n, jet_side *r, const state *s, const joint_side *j, int first)
{
    jet_node_seed(n, &r->node, s, j->node->pose, first);
    r->Rh = side_Rh(s, j);
    jet_node_arm(n, &r->b, &r->node, *side_f(s, j));
    jet3_add(n, &r->p, &r->node.x, 1.0, &r->b);
}

void jet_side_velocity(int n, jet3 *r, const jet_side *j)
{
    jet3_cross(n, r, &j->node.w, &j->b);
    jet3_add_to(n, r, 1.0, &j->node.v);
}

void local_couple(int n, local *out, int row, double s, const jet3 *M) { local_add3(out, row + 3, n, s, M); }

void local_force(int n, local *out, int row, double s, const jet3 *F, const jet3 *arm)
{
    jet3 M;
    jet3_cross(n, &M, arm, F);
    local_add3(out, row, n, s, F);
    local_add3(out, row + 3, n, s, &M);
}

void jet_relative_rotation(int n, jet3 *theta, const jet_side side[2], const mat3 *A, const mat3 *B)
{
    const mat3 Ra = mat3_mul(&side[0].node.now->R, A), Rb = mat3_mul(&side[1].node.now->R, B);
    const mat3 relative = mat3_tmul(&Ra, &Rb);
    const vec3 now = rotation_log(&relative);
    const mat3 inverse = rotation_exp_spin_inverse(now);
    const mat3 turn = mat3_mult(&inverse, &Ra);
    jet3 spin;
    jet3_add(n, &spin, &side[1].node.theta, -1.0, &side[0].node.theta);
    jet3_mul(n, theta, &turn, &spin);
    theta->v[0] = now.x, theta->v[1] = now.y, theta->v[2] = now.z;
}

/* c(s) = (1 - h cot h) / s with s = t^2 = 4 h^2, and its derivative */
static double spin_factor(double s, double *slope)
{
    if (s < 1e-2) {
        *slope = 1.0 / 720.0 + s * (1.0 / 15120.0 + s / 403200.0);
        return 1.0 / 12.0 + s * (1.0 / 720.0 + s * (1.0 / 30240.0 + s / 1209600.0));
    }
    const double h = sqrt(s) / 2.0, cot = 1.0 / tan(h), c = (1.0 - h * cot) / s;
    *slope = ((h * (1.0 + cot * cot) - cot) / (4.0 * h) / 2.0 - c) / s;
    return c;
}

void jet_rotation_couple(int n, jet3 *r, const jet3 *theta, const jet3 *a)
{
    jet3 once, twice, scaled;
    jet1 s;
    jet3_cross(n, &once, theta, a);
    jet3_cross(n, &twice, theta, &once);
    jet3_dot(n, &s, theta, theta);
    double slope;
    const double c = spin_factor(s.v, &slope);
    jet1_chain_by(n, &s, c, slope);
    jet3_mul1(n, &scaled, &s, &twice);
    jet3_add(n, r, a, 0.5, &once);
    jet3_add_to(n, r, 1.0, &scaled);
}

double sides_angle(const mat3 *H1, const mat3 *H2)
{
    const mat3 relative = mat3_tmul(H1, H2);
    return atan2(relative.e[1][0] - relative.e[0][1], relative.e[0][0] + relative.e[1][1]);
}

double turn_now(const turn_count *t, double wrapped)
{
    if (!t->is_known)
        return wrapped + t->shift;
    return t->angle + remainder(wrapped - t->angle, 2.0 * M_PI) + t->shift;
}

void turn_accept(turn_count *t, double wrapped)
{
    t->angle = turn_now(t, wrapped) - t->shift;
    t->is_known = true;
}
