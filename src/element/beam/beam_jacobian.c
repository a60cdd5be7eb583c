/* beam_jacobian.c - derivatives of a beam's forces, point by point and node by node.
 *
 * In global axes, with t_i the spin of node i, dg_i = G(g_i)^-1 t_i, K and C the law's tangents rotated by R,
 * c = G(g) g_s the curvature since the predicted configuration, and A(v) the derivative of G(g) v with respect to g:
 *     spin of the section, dt    N_i G dg_i
 *     dc                         (a_i G + N_i A(g_s)) dg_i
 *     dw                         N_i (G dg_i' + (A(g') - (R(g) w_predicted) x G) dg_i)
 *     R d strain = (a_i (dx_i - b_i x t_i) + l x dt,  dc + c x dt)
 *     R d rate   = (a_i (dv_i - b_i x dw_i - w_i x b_i x t_i - w x (dx_i - b_i x t_i)) + l x dw + e_dot x dt,
 *                   a_i G dg_i' + N_i A(g_s') dg_i + c x dw - w x dc + k_dot x dt)
 *     (dF, dM)   = K R d strain + C R d rate - (F, M) x dt
 *     moment at node r:  (p - x_r) x dF + dM - F x (N_i (dx_i - b_i x t_i) - dx_r)
 *
 * The part of (dF, dM) along dg_i is (N_i X + a_i Y) dg_i, with X and Y of the point. The Jacobian is written by hand,
 * in 3x3 blocks: flexible models spend most of their time in beams. */
#include "element/beam/beam.h"
#include "element/blocks.h"
#include "math/rotation.h"

/* Derivatives of a force and of a moment with respect to the six columns of a node: positions (x) and rotations (g). */
typedef struct {
    mat3 Fx, Fg, Mx, Mg;
} columns;

/* a x M */
static inline mat3 cross_mul(vec3 a, const mat3 *m)
{
    mat3 r;
    for (int j = 0; j < 3; j++) {
        const double x = m->e[0][j], y = m->e[1][j], z = m->e[2][j];
        r.e[0][j] = a.y * z - a.z * y;
        r.e[1][j] = a.z * x - a.x * z;
        r.e[2][j] = a.x * y - a.y * x;
    }
    return r;
}

/* r += s m */
static inline void beam_jacobian_add(mat3 *r, double s, const mat3 *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r->e[i][j] += s * m->e[i][j];
}

/* M a x */
static inline mat3 mul_cross(const mat3 *m, vec3 a)
{
    mat3 r;
    for (int i = 0; i < 3; i++) {
        const double x = m->e[i][0], y = m->e[i][1], z = m->e[i][2];
        r.e[i][0] = y * a.z - z * a.y;
        r.e[i][1] = z * a.x - x * a.z;
        r.e[i][2] = x * a.y - y * a.x;
    }
    return r;
}

/* R T R' of the four blocks of a 6x6 tangent. */
static void beam_jacobian_rotate(const mat3 *R, const double T[36], mat3 out[2][2])
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            mat3 block;
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++)
                    block.e[r][c] = T[(3 * i + r) * 6 + 3 * j + c];
            const mat3 half = mat3_mul(R, &block);
            out[i][j] = mat3_mult(&half, R);
        }
}

typedef struct {
    const beam *beam;
    const state *state;
    const beam_shape *shape;
    const beam_point *point;
    const beam_motion *motion;
    int which;
    vec3 F, M;
    mat3 K[2][2], C[2][2];
    mat3 G, A;       /* G(g) and A(g_s) */
    mat3 X[2], Y[2]; /* of F and M, without rates */
    local *out;
} work;

/* Blocks of R d rate with respect to the columns of node i: translation by x and g, rotation by g. */
typedef struct {
    mat3 x, g, k;
} rate_columns;

/* dw along the spin of node i, whose G(g_i)^-1 is `inverse` */
static mat3 angular_velocity(const work *work, int i, const mat3 *inverse)
{
    const beam_motion *motion = work->motion;
    const double c = work->state->dvalue * work->point->N[i], d = work->state->drate * work->point->N[i];
    const mat3 A = rotation_cgr_spin_derivative(motion->g, motion->gp),
               carried = cross_mul(motion->w_carried, &work->G);
    mat3 by_g = mat3_scale(d, &work->G);
    beam_jacobian_add(&by_g, c, &A);
    beam_jacobian_add(&by_g, -c, &carried);
    return mat3_mul(&by_g, inverse);
}

/* R d k' along the spin of node i, but c x dw */
static mat3 curvature_rate_columns(const work *work, int i, const mat3 *inverse)
{
    const beam_motion *motion = work->motion;
    const double a = work->point->a[i], N = work->point->N[i], c = work->state->dvalue;
    const mat3 A = rotation_cgr_spin_derivative(motion->g, motion->gp_s), dragged = cross_mul(motion->k_dot, &work->G);
    mat3 by_g = mat3_scale(work->state->drate * a, &work->G), curvature = mat3_scale(a, &work->G);
    beam_jacobian_add(&curvature, N, &work->A);
    const mat3 rotating = cross_mul(motion->w, &curvature);
    beam_jacobian_add(&by_g, c * N, &A);
    beam_jacobian_add(&by_g, -c, &rotating);
    beam_jacobian_add(&by_g, c * N, &dragged);
    return mat3_mul(&by_g, inverse);
}

static rate_columns rates(const work *work, int i, const mat3 *inverse)
{
    const double a = work->point->a[i], c = work->state->dvalue;
    const vec3 b = work->shape->b[i], e_dot = vec3_scale(c * work->point->N[i], work->motion->e_dot);
    const mat3 dw_i = spin_rate(work->state, work->shape->poses[i]), b_x = mat3_skew(b);
    const mat3 dw = angular_velocity(work, i, inverse), spin = mat3_mul(&work->G, inverse);
    rate_columns columns = {.x = mat3_skew(vec3_scale(-a * c, work->motion->w)),
                            .k = curvature_rate_columns(work, i, inverse)};
    for (int j = 0; j < 3; j++)
        columns.x.e[j][j] += a * work->state->drate;
    columns.g = cross_mul(vec3_scale(-a, b), &dw_i);
    const mat3 rotating = cross_mul(vec3_scale(a * c, vec3_sub(work->motion->w, work->shape->poses[i]->w)), &b_x);
    const mat3 dragged = cross_mul(e_dot, &spin), swept = cross_mul(work->motion->l, &dw);
    const mat3 bent = cross_mul(work->motion->curvature, &dw);
    beam_jacobian_add(&columns.g, 1.0, &rotating);
    beam_jacobian_add(&columns.g, 1.0, &dragged);
    beam_jacobian_add(&columns.g, 1.0, &swept);
    beam_jacobian_add(&columns.k, 1.0, &bent);
    return columns;
}

static void add_viscous(const work *work, int i, const mat3 *inverse, columns *columns)
{
    const rate_columns rate_columns = rates(work, i, inverse);
    const mat3 Fx = mat3_mul(&work->C[0][0], &rate_columns.x), Mx = mat3_mul(&work->C[1][0], &rate_columns.x);
    const mat3 Fg = mat3_mul(&work->C[0][0], &rate_columns.g), Mg = mat3_mul(&work->C[1][0], &rate_columns.g);
    const mat3 Fk = mat3_mul(&work->C[0][1], &rate_columns.k), Mk = mat3_mul(&work->C[1][1], &rate_columns.k);
    beam_jacobian_add(&columns->Fx, 1.0, &Fx);
    beam_jacobian_add(&columns->Mx, 1.0, &Mx);
    beam_jacobian_add(&columns->Fg, 1.0, &Fg);
    beam_jacobian_add(&columns->Fg, 1.0, &Fk);
    beam_jacobian_add(&columns->Mg, 1.0, &Mg);
    beam_jacobian_add(&columns->Mg, 1.0, &Mk);
}

/* X = K0 (l x G) + K1 (A + c x G) - (F or M) x G,   Y = K1 G */
static void set_section_blocks(work *work)
{
    const beam_motion *motion = work->motion;
    const vec3 stress[2] = {work->F, work->M};
    const mat3 stretched = cross_mul(motion->l, &work->G);
    mat3 bent = cross_mul(motion->curvature, &work->G);
    beam_jacobian_add(&bent, 1.0, &work->A);
    for (int k = 0; k < 2; k++) {
        const mat3 bending = mat3_mul(&work->K[k][1], &bent), rotated = cross_mul(stress[k], &work->G);
        work->X[k] = mat3_mul(&work->K[k][0], &stretched);
        beam_jacobian_add(&work->X[k], 1.0, &bending);
        beam_jacobian_add(&work->X[k], -1.0, &rotated);
        work->Y[k] = mat3_mul(&work->K[k][1], &work->G);
    }
}

static inline bool is_zero(vec3 a) { return a.x == 0 && a.y == 0 && a.z == 0; }

/* (N X + a Y) G(g_i)^-1 - a K0 b x, times dvalue */
static mat3 rotation_columns(const work *work, int i, int k, const mat3 *inverse)
{
    const double c = work->state->dvalue, a = c * work->point->a[i];
    mat3 by_g = mat3_scale(c * work->point->N[i], &work->X[k]);
    beam_jacobian_add(&by_g, a, &work->Y[k]);
    mat3 columns = is_zero(work->shape->g[i]) ? by_g : mat3_mul(&by_g, inverse);
    if (is_zero(work->beam->f[i]))
        return columns;
    const mat3 lever = mul_cross(&work->K[k][0], work->shape->b[i]);
    beam_jacobian_add(&columns, -a, &lever);
    return columns;
}

static columns force_columns(const work *work, int i)
{
    const double a = work->state->dvalue * work->point->a[i];
    const mat3 inverse = rotation_cgr_spin_inverse(work->shape->g[i]);
    columns columns = {.Fx = mat3_scale(a, &work->K[0][0]),
                       .Mx = mat3_scale(a, &work->K[1][0]),
                       .Fg = rotation_columns(work, i, 0, &inverse),
                       .Mg = rotation_columns(work, i, 1, &inverse)};
    if (work->point->law->kind & LAW_VISCOUS)
        add_viscous(work, i, &inverse, &columns);
    return columns;
}

/* Adds to the rows of the two nodes next to the point, in the columns of node i. */
static void add_rows(const work *work, int i, const columns *columns)
{
    const double c = work->state->dvalue, N = work->point->N[i];
    const mat3 F_x = mat3_skew(vec3_scale(c, work->F)), b_x = mat3_skew(work->shape->b[i]);
    const mat3 lever = cross_mul(vec3_scale(c * N, work->F), &b_x);
    for (int end = 0; end < 2; end++) {
        const int r = work->which + end, row = 6 * r, column = 6 * i;
        const double sign = end == 0 ? 1.0 : -1.0;
        const vec3 arm = vec3_sub(work->motion->p, work->shape->poses[r]->x);
        mat3 Mx = cross_mul(arm, &columns->Fx), Mg = cross_mul(arm, &columns->Fg);
        beam_jacobian_add(&Mx, 1.0, &columns->Mx);
        beam_jacobian_add(&Mx, (r == i) - N, &F_x);
        beam_jacobian_add(&Mg, 1.0, &columns->Mg);
        beam_jacobian_add(&Mg, 1.0, &lever);
        local_block(work->out, row, column, sign, &columns->Fx);
        local_block(work->out, row, column + 3, sign, &columns->Fg);
        local_block(work->out, row + 3, column, sign, &Mx);
        local_block(work->out, row + 3, column + 3, sign, &Mg);
    }
}

/* Adds the columns of the electrodes, and the rows of the charges. */
static void add_electrodes(const work *work)
{
    const beam *beam = work->beam;
    const int n = beam->n_electrodes, first = 6 * beam->n_nodes;
    for (int j = 0; j < n; j++) {
        double P[LAW_MAX];
        for (int i = 0; i < LAW_MAX; i++)
            P[i] = work->state->dvalue * work->point->P[i * n + j];
        const vec3 F = mat3_mulv(&work->motion->R, vec3_load(P)), M = mat3_mulv(&work->motion->R, vec3_load(P + 3));
        for (int end = 0; end < 2; end++) {
            const int r = work->which + end;
            const vec3 arm = vec3_sub(work->motion->p, work->shape->poses[r]->x);
            local_column(work->out, 6 * r, first + j, end == 0 ? 1.0 : -1.0, F);
            local_column(work->out, 6 * r + 3, first + j, end == 0 ? 1.0 : -1.0, vec3_add(vec3_cross(arm, F), M));
        }
    }
}

static void add_charges(const work *work)
{
    const beam *beam = work->beam;
    const int n = beam->n_electrodes, first = 6 * beam->n_nodes;
    for (int i = 0; i < beam->n_nodes; i++) {
        const mat3 inverse = rotation_cgr_spin_inverse(work->shape->g[i]);
        const rate_columns columns = rates(work, i, &inverse);
        for (int j = 0; j < n; j++) {
            const double *Q = work->point->Q + j * LAW_MAX;
            const vec3 nu = mat3_mulv(&work->motion->R, vec3_load(Q)),
                       k = mat3_mulv(&work->motion->R, vec3_load(Q + 3));
            local_row(work->out, first + j, 6 * i, work->point->length, mat3_tmulv(&columns.x, nu));
            local_row(work->out, first + j, 6 * i + 3, work->point->length,
                      vec3_add(mat3_tmulv(&columns.g, nu), mat3_tmulv(&columns.k, k)));
        }
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            work->out->J[(first + j) * work->out->ld + first + i] +=
                work->point->length * work->point->C[j * n + i] * work->state->drate;
}

void beam_add_columns(const beam *beam, const state *state, const beam_shape *shape, int which,
                      const beam_motion *motion, const law_result *result, local *out)
{
    work work = {.beam = beam,
                 .state = state,
                 .shape = shape,
                 .point = &beam->point[which],
                 .motion = motion,
                 .which = which,
                 .out = out};
    work.G = rotation_cgr_spin(motion->g);
    work.A = rotation_cgr_spin_derivative(motion->g, motion->g_s);
    work.F = mat3_mulv(&motion->R, vec3_load(result->stress));
    work.M = mat3_mulv(&motion->R, vec3_load(result->stress + 3));
    beam_jacobian_rotate(&motion->R, result->by_strain, work.K);
    if (work.point->law->kind & LAW_VISCOUS)
        beam_jacobian_rotate(&motion->R, result->by_rate, work.C);
    set_section_blocks(&work);
    for (int i = 0; i < beam->n_nodes; i++) {
        const columns columns = force_columns(&work, i);
        add_rows(&work, i, &columns);
    }
    if (beam->n_electrodes)
        add_electrodes(&work);
    if (beam->is_coupled)
        add_charges(&work);
}
