/* beam_motion.c - the motion of a beam's evaluation points.
 *
 *     p = sum N_i (x_i + b_i),   l = sum a_i (x_i + b_i)
 *     g = sum N_i g_i,   g_s = sum a_i g_i,    g_i the rotation parameters of node i since the predicted configuration
 *     R = R(g) R_predicted,   nu = R' l - rest,   k = R' G(g) g_s + k_predicted
 *     w = G(g) sum N_i g_i' + R(g) w_predicted,   nu' = R' (sum a_i (v_i + w_i x b_i) - w x l)
 *     k' = R' (G sum a_i g_i' - w x G g_s) + k'_predicted
 *
 * The same rule updates the section from the last accepted step to the predicted configuration. R_predicted is stored
 * relative to the reference node, so that a rigid rotation of the model is a rotation of the section. It is
 * orthonormalized every time; otherwise rounding errors would accumulate to a strain over many steps. */
#include "element/beam/beam.h"
#include "math/rotation.h"

void beam_shape_now(const beam *beam, const state *state, beam_shape *shape)
{
    for (int i = 0; i < beam->n_nodes; i++) {
        const node *node = beam->node[i];
        shape->poses[i] = &state->poses[node->pose];
        shape->b[i] = mat3_mulv(&shape->poses[i]->R, beam->f[i]);
        shape->p[i] = vec3_add(shape->poses[i]->x, shape->b[i]);
        shape->g[i] = vec3_load(state->y + node->dof + 3);
        shape->gp[i] = vec3_load(state->yp + node->dof + 3);
    }
    const int m = BEAM_REFERENCE;
    const mat3 rotation = rotation_from_cgr(shape->g[m]);
    shape->Rm = mat3_tmul(&rotation, &shape->poses[m]->R);
}

/* sum c_i v_i */
static vec3 beam_motion_combine(const beam *beam, const double *c, const vec3 *v)
{
    vec3 sum = {0, 0, 0};
    for (int i = 0; i < beam->n_nodes; i++)
        sum = vec3_axpy(sum, c[i], v[i]);
    return sum;
}

/* sum a_i p_i from the differences of the points: the a_i add up to zero, and rounding errors are smaller this way. */
static vec3 line_derivative(const beam *beam, const beam_point *point, const vec3 *p)
{
    const vec3 l = vec3_scale(point->a[0], vec3_sub(p[0], p[1]));
    return beam->n_nodes == 3 ? vec3_axpy(l, point->a[2], vec3_sub(p[2], p[1])) : l;
}

/* G(g) v */
static vec3 spin_of(vec3 g, vec3 v)
{
    return vec3_scale(4.0 / (4.0 + vec3_dot(g, g)), vec3_axpy(v, 0.5, vec3_cross(g, v)));
}

/* Interpolates the rotation g, its derivative along the line and their rates; returns R(g). */
static mat3 interpolate(const beam *beam, const beam_point *point, const vec3 *g, const vec3 *gp, beam_motion *motion)
{
    motion->g = beam_motion_combine(beam, point->N, g);
    motion->g_s = beam_motion_combine(beam, point->a, g);
    if (beam->has_rates)
        motion->gp = beam_motion_combine(beam, point->N, gp), motion->gp_s = beam_motion_combine(beam, point->a, gp);
    motion->curvature = spin_of(motion->g, motion->g_s);
    return rotation_from_cgr(motion->g);
}

/* Rate of the curvature G(g) g_s in a frame that rotates with w; the rate of G itself is neglected, as in the
 * papers. */
static vec3 curvature_rate(const beam_motion *motion, vec3 w)
{
    return vec3_sub(spin_of(motion->g, motion->gp_s), vec3_cross(w, motion->curvature));
}

static void set_rates(const beam *beam, const beam_shape *shape, const beam_point *point, const beam_section *predicted,
                      beam_motion *motion)
{
    vec3 v[BEAM_NODES];
    for (int i = 0; i < beam->n_nodes; i++)
        v[i] = vec3_add(shape->poses[i]->v, vec3_cross(shape->poses[i]->w, shape->b[i]));
    /* R(g) w_predicted: the section's axes have rotated by R(g). */
    motion->w_carried = mat3_mulv(&motion->R, predicted->w);
    motion->w = vec3_add(spin_of(motion->g, motion->gp), motion->w_carried);
    motion->e_dot = vec3_sub(beam_motion_combine(beam, point->a, v), vec3_cross(motion->w, motion->l));
    motion->k_dot = curvature_rate(motion, motion->w);
    vec3_store(motion->rate, mat3_tmulv(&motion->R, motion->e_dot));
    vec3_store(motion->rate + 3, vec3_add(mat3_tmulv(&motion->R, motion->k_dot), predicted->k_dot));
}

void beam_motion_set(const beam *beam, const beam_shape *shape, int which, const beam_memory *last, beam_motion *motion)
{
    const beam_point *point = &beam->point[which];
    const beam_section *predicted = &last->predicted[which];
    const mat3 rotation = interpolate(beam, point, shape->g, shape->gp, motion);
    const mat3 R_predicted = mat3_mul(&shape->Rm, &predicted->S);
    motion->p = beam_motion_combine(beam, point->N, shape->p);
    motion->l = line_derivative(beam, point, shape->p);
    motion->R = mat3_mul(&rotation, &R_predicted);
    vec3_store(motion->strain, vec3_sub(mat3_tmulv(&motion->R, motion->l), point->rest));
    vec3_store(motion->strain + 3, vec3_add(mat3_tmulv(&motion->R, motion->curvature), predicted->k));
    if (beam->has_rates)
        set_rates(beam, shape, point, predicted, motion);
}

mat3 beam_section_from(const mat3 *Rm, const mat3 *R)
{
    const mat3 S = mat3_tmul(Rm, R);
    return rotation_normalised(&S);
}

beam_section beam_section_rotate(const beam *beam, const beam_point *point, const beam_section *last,
                                 const pose *const from[BEAM_NODES], const pose *const to[BEAM_NODES])
{
    const int m = BEAM_REFERENCE;
    vec3 g[BEAM_NODES], gp[BEAM_NODES];
    for (int i = 0; i < beam->n_nodes; i++) {
        const mat3 rotated = mat3_mult(&to[i]->R, &from[i]->R);
        g[i] = rotation_to_cgr(&rotated);
        const mat3 inverse = rotation_cgr_spin_inverse(g[i]);
        gp[i] = mat3_mulv(&inverse, to[i]->w);
    }
    beam_motion motion = {0};
    const mat3 rotation = interpolate(beam, point, g, gp, &motion);
    const mat3 before = mat3_mul(&from[m]->R, &last->S), R = mat3_mul(&rotation, &before);
    const vec3 w = spin_of(motion.g, motion.gp);
    return (beam_section){.S = beam_section_from(&to[m]->R, &R),
                          .k = vec3_add(last->k, mat3_tmulv(&R, motion.curvature)),
                          .w = mat3_tmulv(&R, w),
                          .k_dot = mat3_tmulv(&R, curvature_rate(&motion, w))};
}

/* --- initial shape ------------------------------------------------------------------------------------------------ */

/* Sets the shape functions of the point and their derivatives with respect to the element's coordinate, from -1 to 1;
 * returns the weight of the point. */
static double set_shape_functions(const beam *beam, int which, beam_point *point)
{
    if (beam->n_nodes == 2) {
        point->N[0] = point->N[1] = 0.5;
        point->a[0] = -0.5, point->a[1] = 0.5;
        return 2.0;
    }
    const double x = (which == 0 ? -1.0 : 1.0) / sqrt(3.0);
    point->N[0] = 0.5 * x * (x - 1.0), point->N[1] = 1.0 - x * x, point->N[2] = 0.5 * x * (x + 1.0);
    point->a[0] = x - 0.5, point->a[1] = -2.0 * x, point->a[2] = x + 0.5;
    return 1.0;
}

/* Interpolates the orientations given on the nodes, relative to that of the reference node. */
static mat3 from_nodes(const beam *beam, const beam_point *point)
{
    const int m = BEAM_REFERENCE;
    const mat3 Rm = mat3_mul(&beam->node[m]->initial->R, &beam->Rh[m]);
    vec3 g[BEAM_NODES];
    for (int i = 0; i < beam->n_nodes; i++) {
        const mat3 R = mat3_mul(&beam->node[i]->initial->R, &beam->Rh[i]), relative = mat3_tmul(&Rm, &R);
        g[i] = rotation_to_cgr(&relative);
    }
    const mat3 rotation = rotation_from_cgr(beam_motion_combine(beam, point->N, g));
    return mat3_mul(&Rm, &rotation);
}

/* The strain at rest is computed in the same way as in beam_motion_set, so that the initial strain is exactly zero. */
void beam_point_initialise(beam *beam, int which, const mat3 *R)
{
    beam_point *point = &beam->point[which];
    const double weight = set_shape_functions(beam, which, point);
    vec3 p[BEAM_NODES];
    for (int i = 0; i < beam->n_nodes; i++) {
        const frame *frame = beam->node[i]->initial;
        p[i] = vec3_add(frame->x, mat3_mulv(&frame->R, beam->f[i]));
    }
    const double metric = vec3_norm(line_derivative(beam, point, p));
    for (int i = 0; i < beam->n_nodes; i++)
        point->a[i] /= metric;
    point->length = weight * metric;
    const mat3 *Rm = &beam->node[BEAM_REFERENCE]->initial->R;
    const mat3 given = R ? *R : from_nodes(beam, point), S = beam_section_from(Rm, &given), section = mat3_mul(Rm, &S);
    point->rest = mat3_tmulv(&section, line_derivative(beam, point, p));
    point->S = S;
}
