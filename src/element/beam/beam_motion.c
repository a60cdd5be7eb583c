/* beam_motion.c - the motion of a beam's evaluation points.
 *
 *     p = sum N_i (x_i + b_i),   l = sum a_i (x_i + b_i)
 *     theta_i = log(Rm' R_i Rh_i),   theta = sum N_i theta_i,   theta_s = sum a_i theta_i
 *     R = Rm exp(theta) Rc,   nu = R' l - rest,   k = Rc' Gamma(theta)' theta_s - rest
 *     w = sum N_i w_i,   w_s = sum a_i w_i,   l_dot = sum a_i (v_i + w_i x b_i)
 *     nu' = R' (l_dot - w x l),   k' = R' w_s
 *     spins:  G = Rm Gamma(theta),   A_i = Gamma(theta_i)^-1 Rm'
 *             Theta_i = N_i G A_i,   Psi_i = (N_i G_s + a_i G) A_i     of the reference node: I - sum, - sum */
#include "element/beam/beam.h"
#include "math/rotation.h"

/* sin t / t, (1 - cos t) / t^2, (t - sin t) / t^3, and the derivatives of the last two along q = t^2. */
typedef struct {
    double a, b, c, b_q, c_q;
} exp_coefficients;

/* Series below 1: as exact as the closed forms there, and without their cancellation. */
static exp_coefficients series(double q)
{
    const double a =
        1 + q * (-1.0 / 6 +
                 q * (1.0 / 120 +
                      q * (-1.0 / 5040 + q * (1.0 / 362880 + q * (-1.0 / 39916800 +
                                                                  q * (1.0 / 6227020800.0 - q / 1307674368000.0))))));
    const double b =
        1.0 / 2 +
        q * (-1.0 / 24 +
             q * (1.0 / 720 +
                  q * (-1.0 / 40320 + q * (1.0 / 3628800 + q * (-1.0 / 479001600 +
                                                                q * (1.0 / 87178291200.0 - q / 20922789888000.0))))));
    const double c =
        1.0 / 6 +
        q * (-1.0 / 120 +
             q * (1.0 / 5040 + q * (-1.0 / 362880 +
                                    q * (1.0 / 39916800 + q * (-1.0 / 6227020800.0 +
                                                               q * (1.0 / 1307674368000.0 - q / 355687428096000.0))))));
    const double b_q =
        -1.0 / 24 +
        q * (2.0 / 720 +
             q * (-3.0 / 40320 + q * (4.0 / 3628800 + q * (-5.0 / 479001600 +
                                                           q * (6.0 / 87178291200.0 - q * (7.0 / 20922789888000.0))))));
    const double c_q =
        -1.0 / 120 +
        q * (2.0 / 5040 + q * (-3.0 / 362880 +
                               q * (4.0 / 39916800 + q * (-5.0 / 6227020800.0 + q * (6.0 / 1307674368000.0 -
                                                                                     q * (7.0 / 355687428096000.0))))));
    return (exp_coefficients){a, b, c, b_q, c_q};
}

static exp_coefficients coefficients(vec3 theta)
{
    const double q = vec3_dot(theta, theta);
    if (q < 1.0)
        return series(q);
    const double t = sqrt(q);
    exp_coefficients k = {.a = sin(t) / t, .b = (1.0 - cos(t)) / q};
    k.c = (1.0 - k.a) / q;
    k.b_q = (k.a - 2.0 * k.b) / (2.0 * q);
    k.c_q = (k.b - 3.0 * k.c) / (2.0 * q);
    return k;
}

/* I + p v x + q v x v x */
static mat3 combine(vec3 v, double p, double q)
{
    const double xx = q * v.x * v.x, yy = q * v.y * v.y, zz = q * v.z * v.z;
    const double xy = q * v.x * v.y, xz = q * v.x * v.z, yz = q * v.y * v.z;
    const double x = p * v.x, y = p * v.y, z = p * v.z;
    return (mat3){{{1 - yy - zz, xy - z, xz + y}, {xy + z, 1 - xx - zz, yz - x}, {xz - y, yz + x, 1 - xx - yy}}};
}

void beam_shape_set(const beam *b, const pose *const at[BEAM_NODES], beam_shape *q)
{
    const int m = beam_reference(b);
    q->Rm = mat3_mul(&at[m]->R, &b->Rh[m]);
    for (int i = 0; i < b->n_nodes; i++) {
        q->at[i] = at[i];
        q->b[i] = mat3_mulv(&at[i]->R, b->f[i]);
        q->p[i] = vec3_add(at[i]->x, q->b[i]);
        q->theta[i] = (vec3){0, 0, 0};
        if (i == m)
            continue;
        const mat3 R = mat3_mul(&at[i]->R, &b->Rh[i]), relative = mat3_tmul(&q->Rm, &R);
        q->theta[i] = rotation_log(&relative);
    }
}

void beam_shape_now(const beam *b, const state *s, beam_shape *q)
{
    const pose *at[BEAM_NODES] = {0};
    for (int i = 0; i < b->n_nodes; i++)
        at[i] = &s->at[b->node[i]->pose];
    beam_shape_set(b, at, q);
}

static void set_strain(const beam_point *k, beam_motion *m, const exp_coefficients *c)
{
    const vec3 nu = mat3_tmulv(&m->R, m->l), once = vec3_cross(m->theta, m->theta_s);
    const vec3 curvature = vec3_axpy(vec3_axpy(m->theta_s, -c->b, once), c->c, vec3_cross(m->theta, once));
    vec3_store(m->strain, nu);
    vec3_store(m->strain + 3, mat3_tmulv(&k->Rc, curvature));
    for (int i = 0; i < LAW_MAX; i++)
        m->strain[i] -= k->rest[i];
}

static void set_rates(const beam *b, const beam_shape *q, const beam_point *k, beam_motion *m)
{
    vec3 l_dot = {0, 0, 0};
    m->w = m->w_s = l_dot;
    for (int i = 0; i < b->n_nodes; i++) {
        const vec3 v = vec3_add(q->at[i]->v, vec3_cross(q->at[i]->w, q->b[i]));
        l_dot = vec3_axpy(l_dot, k->a[i], v);
        m->w = vec3_axpy(m->w, k->N[i], q->at[i]->w);
        m->w_s = vec3_axpy(m->w_s, k->a[i], q->at[i]->w);
    }
    m->e_dot = vec3_sub(l_dot, vec3_cross(m->w, m->l));
    vec3_store(m->rate, mat3_tmulv(&m->R, m->e_dot));
    vec3_store(m->rate + 3, mat3_tmulv(&m->R, m->w_s));
}

void beam_motion_set(const beam *b, const beam_shape *q, const beam_point *k, beam_motion *m)
{
    m->p = m->l = m->theta = m->theta_s = (vec3){0, 0, 0};
    for (int i = 0; i < b->n_nodes; i++) {
        m->p = vec3_axpy(m->p, k->N[i], q->p[i]);
        m->l = vec3_axpy(m->l, k->a[i], q->p[i]);
        m->theta = vec3_axpy(m->theta, k->N[i], q->theta[i]);
        m->theta_s = vec3_axpy(m->theta_s, k->a[i], q->theta[i]);
    }
    const exp_coefficients c = coefficients(m->theta);
    const mat3 E = combine(m->theta, c.a, c.b), R = mat3_mul(&q->Rm, &E);
    m->R = mat3_mul(&R, &k->Rc);
    set_strain(k, m, &c);
    if (b->has_rates)
        set_rates(b, q, k, m);
}

/* d Gamma(theta) along theta_s, Gamma = I + b theta x + c theta x theta x */
static mat3 spin_slope(const beam_motion *m, const exp_coefficients *c)
{
    const double along = 2.0 * vec3_dot(m->theta, m->theta_s), b_s = c->b_q * along, c_s = c->c_q * along;
    const vec3 v = vec3_axpy(vec3_scale(b_s, m->theta), c->b, m->theta_s);
    const mat3 once = mat3_skew(v), twice = mat3_skew_skew(m->theta, m->theta);
    const mat3 p = mat3_skew_skew(m->theta, m->theta_s), q = mat3_skew_skew(m->theta_s, m->theta);
    mat3 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.e[i][j] = once.e[i][j] + c_s * twice.e[i][j] + c->c * (p.e[i][j] + q.e[i][j]);
    return r;
}

void beam_spins(const beam *b, const beam_shape *q, const beam_point *k, const beam_motion *m, mat3 Theta[BEAM_NODES],
                mat3 Psi[BEAM_NODES])
{
    const int reference = beam_reference(b);
    const exp_coefficients c = coefficients(m->theta);
    const mat3 Gamma = combine(m->theta, c.b, c.c), slope = spin_slope(m, &c);
    const mat3 G = mat3_mul(&q->Rm, &Gamma), G_s = mat3_mul(&q->Rm, &slope);
    Theta[reference] = MAT3_EYE;
    Psi[reference] = mat3_scale(0.0, &MAT3_EYE);
    for (int i = 0; i < b->n_nodes; i++) {
        if (i == reference)
            continue;
        const mat3 inverse = rotation_exp_spin_inverse(q->theta[i]), A = mat3_mult(&inverse, &q->Rm);
        mat3 by_N, by_a;
        for (int r = 0; r < 3; r++)
            for (int l = 0; l < 3; l++) {
                by_N.e[r][l] = k->N[i] * G.e[r][l];
                by_a.e[r][l] = k->N[i] * G_s.e[r][l] + k->a[i] * G.e[r][l];
            }
        Theta[i] = mat3_mul(&by_N, &A);
        Psi[i] = mat3_mul(&by_a, &A);
        Theta[reference] = mat3_sub(&Theta[reference], &Theta[i]);
        Psi[reference] = mat3_sub(&Psi[reference], &Psi[i]);
    }
}

/* --- initial shape ----------------------------------------------------------------------------------------------- */

/* Shape functions of the point and their derivatives along the element's own coordinate, from -1 to 1. */
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

void beam_point_initialise(const beam *b, int which, const mat3 *R)
{
    beam_point *k = (beam_point *)&b->point[which];
    const double weight = set_shape_functions(b, which, k);
    pose now[BEAM_NODES];
    const pose *at[BEAM_NODES] = {&now[0], &now[1], &now[2]};
    for (int i = 0; i < b->n_nodes; i++) {
        const frame *f = b->node[i]->initial;
        now[i] = (pose){.x = f->x, .v = f->v, .w = f->w, .R = f->R};
    }
    beam_shape q;
    beam_motion m;
    k->Rc = MAT3_EYE;
    beam_shape_set(b, at, &q);
    beam_motion_set(b, &q, k, &m);
    const double metric = vec3_norm(m.l);
    for (int i = 0; i < b->n_nodes; i++)
        k->a[i] /= metric;
    k->length = weight * metric;
    if (R)
        k->Rc = mat3_tmul(&m.R, R);
    beam_motion_set(b, &q, k, &m);
    for (int i = 0; i < LAW_MAX; i++)
        k->rest[i] = m.strain[i];
}
