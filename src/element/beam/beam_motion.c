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

void beam_shape_now(const beam *b, const state *s, beam_shape *q)
{
    for (int i = 0; i < b->n_nodes; i++) {
        const node *n = b->node[i];
        q->poses[i] = &s->poses[n->pose];
        q->b[i] = mat3_mulv(&q->poses[i]->R, b->f[i]);
        q->p[i] = vec3_add(q->poses[i]->x, q->b[i]);
        q->g[i] = vec3_load(s->y + n->dof + 3);
        q->gp[i] = vec3_load(s->yp + n->dof + 3);
    }
    const int m = BEAM_REFERENCE;
    const mat3 turn = rotation_from_cgr(q->g[m]);
    q->Rm = mat3_tmul(&turn, &q->poses[m]->R);
}

/* sum c_i v_i */
static vec3 beam_motion_combine(const beam *b, const double *c, const vec3 *v)
{
    vec3 sum = {0, 0, 0};
    for (int i = 0; i < b->n_nodes; i++)
        sum = vec3_axpy(sum, c[i], v[i]);
    return sum;
}

/* sum a_i p_i from the differences of the points: the a_i add up to zero, and rounding errors are smaller this way. */
static vec3 line_slope(const beam *b, const beam_point *k, const vec3 *p)
{
    const vec3 l = vec3_scale(k->a[0], vec3_sub(p[0], p[1]));
    return b->n_nodes == 3 ? vec3_axpy(l, k->a[2], vec3_sub(p[2], p[1])) : l;
}

/* G(g) v */
static vec3 spin_of(vec3 g, vec3 v)
{
    return vec3_scale(4.0 / (4.0 + vec3_dot(g, g)), vec3_axpy(v, 0.5, vec3_cross(g, v)));
}

/* Interpolated rotation g, its derivative along the line, both with their rates, and G(g) g_s. */
typedef struct {
    vec3 g, g_s, gp, gp_s, curvature;
    mat3 turn; /* R(g) */
} interpolation;

static interpolation interpolate(const beam *b, const beam_point *k, const vec3 *g, const vec3 *gp)
{
    interpolation c = {.g = beam_motion_combine(b, k->N, g), .g_s = beam_motion_combine(b, k->a, g)};
    if (b->has_rates)
        c.gp = beam_motion_combine(b, k->N, gp), c.gp_s = beam_motion_combine(b, k->a, gp);
    c.curvature = spin_of(c.g, c.g_s);
    c.turn = rotation_from_cgr(c.g);
    return c;
}

/* Rate of the curvature G(g) g_s as seen from a frame that turns with w; that of G itself is left out, as in the
 * papers. */
static vec3 curvature_rate(const interpolation *c, vec3 w)
{
    return vec3_sub(spin_of(c->g, c->gp_s), vec3_cross(w, c->curvature));
}

static void set_rates(const beam *b, const beam_shape *q, const beam_point *k, const beam_section *predicted,
                      const interpolation *c, beam_motion *m)
{
    vec3 v[BEAM_NODES];
    for (int i = 0; i < b->n_nodes; i++)
        v[i] = vec3_add(q->poses[i]->v, vec3_cross(q->poses[i]->w, q->b[i]));
    /* R(g) w_predicted: the section's axes have turned with it. */
    const vec3 carried = mat3_mulv(&m->R, predicted->w);
    m->w_ref = mat3_tmulv(&c->turn, carried);
    m->w = vec3_add(spin_of(c->g, c->gp), carried);
    m->e_dot = vec3_sub(beam_motion_combine(b, k->a, v), vec3_cross(m->w, m->l));
    vec3_store(m->rate, mat3_tmulv(&m->R, m->e_dot));
    vec3_store(m->rate + 3, vec3_add(mat3_tmulv(&m->R, curvature_rate(c, m->w)), predicted->k_dot));
}

void beam_motion_set(const beam *b, const beam_shape *q, int which, const beam_memory *last, beam_motion *m)
{
    const beam_point *k = &b->point[which];
    const beam_section *predicted = &last->predicted[which];
    const interpolation c = interpolate(b, k, q->g, q->gp);
    const mat3 R_predicted = mat3_mul(&q->Rm, &predicted->S);
    m->p = beam_motion_combine(b, k->N, q->p);
    m->l = line_slope(b, k, q->p);
    m->R = mat3_mul(&c.turn, &R_predicted);
    vec3_store(m->strain, vec3_sub(mat3_tmulv(&m->R, m->l), k->rest));
    vec3_store(m->strain + 3, vec3_add(mat3_tmulv(&m->R, c.curvature), predicted->k));
    if (b->has_rates)
        set_rates(b, q, k, predicted, &c, m);
}

mat3 beam_section_from(const mat3 *Rm, const mat3 *R)
{
    const mat3 S = mat3_tmul(Rm, R);
    return rotation_normalised(&S);
}

beam_section beam_section_turn(const beam *b, const beam_point *k, const beam_section *last,
                               const pose *const from[BEAM_NODES], const pose *const to[BEAM_NODES])
{
    const int m = BEAM_REFERENCE;
    vec3 g[BEAM_NODES], gp[BEAM_NODES];
    for (int i = 0; i < b->n_nodes; i++) {
        const mat3 turned = mat3_mult(&to[i]->R, &from[i]->R);
        g[i] = rotation_to_cgr(&turned);
        const mat3 inverse = rotation_cgr_spin_inverse(g[i]);
        gp[i] = mat3_mulv(&inverse, to[i]->w);
    }
    const interpolation c = interpolate(b, k, g, gp);
    const mat3 before = mat3_mul(&from[m]->R, &last->S), R = mat3_mul(&c.turn, &before);
    const vec3 w = spin_of(c.g, c.gp);
    return (beam_section){.S = beam_section_from(&to[m]->R, &R),
                          .k = vec3_add(last->k, mat3_tmulv(&R, c.curvature)),
                          .w = mat3_tmulv(&R, w),
                          .k_dot = mat3_tmulv(&R, curvature_rate(&c, w))};
}

/* --- initial shape ------------------------------------------------------------------------------------------------ */

/* Shape functions of the point and their derivatives along the element's own coordinate, from -1 to 1; the weight of
 * the point. */
static double set_shape_functions(const beam *b, int which, beam_point *k)
{
    if (b->n_nodes == 2) {
        k->N[0] = k->N[1] = 0.5;
        k->a[0] = -0.5, k->a[1] = 0.5;
        return 2.0;
    }
    const double x = (which == 0 ? -1.0 : 1.0) / sqrt(3.0);
    k->N[0] = 0.5 * x * (x - 1.0), k->N[1] = 1.0 - x * x, k->N[2] = 0.5 * x * (x + 1.0);
    k->a[0] = x - 0.5, k->a[1] = -2.0 * x, k->a[2] = x + 0.5;
    return 1.0;
}

/* The orientations given on the nodes, interpolated from that of the reference node. */
static mat3 from_nodes(const beam *b, const beam_point *k)
{
    const int m = BEAM_REFERENCE;
    const mat3 Rm = mat3_mul(&b->node[m]->initial->R, &b->Rh[m]);
    vec3 g[BEAM_NODES];
    for (int i = 0; i < b->n_nodes; i++) {
        const mat3 R = mat3_mul(&b->node[i]->initial->R, &b->Rh[i]), relative = mat3_tmul(&Rm, &R);
        g[i] = rotation_to_cgr(&relative);
    }
    const mat3 turn = rotation_from_cgr(beam_motion_combine(b, k->N, g));
    return mat3_mul(&Rm, &turn);
}

/* Strain at rest is computed as beam_motion_set does, so that it is zero to the last digit before anything moves. */
void beam_point_initialise(beam *b, int which, const mat3 *R)
{
    beam_point *k = &b->point[which];
    const double weight = set_shape_functions(b, which, k);
    vec3 p[BEAM_NODES];
    for (int i = 0; i < b->n_nodes; i++) {
        const frame *f = b->node[i]->initial;
        p[i] = vec3_add(f->x, mat3_mulv(&f->R, b->f[i]));
    }
    const double metric = vec3_norm(line_slope(b, k, p));
    for (int i = 0; i < b->n_nodes; i++)
        k->a[i] /= metric;
    k->length = weight * metric;
    const mat3 *Rm = &b->node[BEAM_REFERENCE]->initial->R;
    const mat3 given = R ? *R : from_nodes(b, k), S = beam_section_from(Rm, &given), section = mat3_mul(Rm, &S);
    k->rest = mat3_tmulv(&section, line_slope(b, k, p));
    k->S = S;
}
