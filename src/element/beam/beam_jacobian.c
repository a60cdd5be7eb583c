/* beam_jacobian.c - derivatives of a beam's forces, point by point and node by node.
 *
 * In global axes, with t_i the spin of node i, K and C the law's tangents rotated by R, v_i = N_i l - a_i b_i:
 *     R d strain = (a_i dx_i + v_i x t_i,  a_i t_i)
 *     R d rate   = (a_i (dv_i - b_i x dw_i - w_i x b_i x t_i - w x (dx_i - b_i x t_i)) + N_i l x dw + N_i e_dot x t_i,
 *                   a_i (t_i' - w x t_i)),      dw_i = t_i' - w_ref_i x t_i,   dw = t_i' - w_ref x t_i
 *     (dF, dM)   = K R d strain + C R d rate - N_i (F, M) x t_i
 *     moment at node r:  (p - x_r) x dF + dM - F x (N_i (dx_i - b_i x t_i) - dx_r)
 *
 * The Jacobian is written by hand, in 3x3 blocks: flexible models spend most of their time in beams. As in other
 * elements, the spin of a node is taken as the change of its rotation parameters, which is exact at the predicted
 * configuration. */
#include "element/beam/beam.h"
#include "element/blocks.h"

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
    local *out;
} work;

/* Blocks of R d rate with respect to the columns of node i: translation by x and g, rotation by g. */
typedef struct {
    mat3 x, g, k;
} rate_columns;

static rate_columns rates(const work *work, int i)
{
    const double a = work->point->a[i], N = work->point->N[i], c = work->state->dvalue, d = work->state->drate;
    const vec3 b = work->shape->b[i], l = vec3_scale(N, work->motion->l);
    const mat3 dw_i = spin_rate(work->state, work->shape->poses[i]), b_x = mat3_skew(b);
    mat3 dw = mat3_skew(vec3_scale(-c, work->motion->w_ref));
    rate_columns columns = {.x = mat3_skew(vec3_scale(-a * c, work->motion->w)),
                            .k = mat3_skew(vec3_scale(-a * c, work->motion->w))};
    for (int j = 0; j < 3; j++) {
        dw.e[j][j] += d;
        columns.x.e[j][j] += a * d;
        columns.k.e[j][j] += a * d;
    }
    columns.g = cross_mul(vec3_scale(-a, b), &dw_i);
    const mat3 rotating = cross_mul(vec3_scale(a * c, vec3_sub(work->motion->w, work->shape->poses[i]->w)), &b_x);
    const mat3 dragged = mat3_skew(vec3_scale(N * c, work->motion->e_dot)), swept = cross_mul(l, &dw);
    beam_jacobian_add(&columns.g, 1.0, &rotating);
    beam_jacobian_add(&columns.g, 1.0, &dragged);
    beam_jacobian_add(&columns.g, 1.0, &swept);
    return columns;
}

static void add_viscous(const work *work, int i, columns *columns)
{
    const rate_columns rate_columns = rates(work, i);
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

static columns force_columns(const work *work, int i)
{
    const double N = work->point->N[i], c = work->state->dvalue, a = c * work->point->a[i];
    const vec3 v = vec3_axpy(vec3_scale(c * N, work->motion->l), -a, work->shape->b[i]);
    const mat3 F_x = mat3_skew(vec3_scale(-c * N, work->F)), M_x = mat3_skew(vec3_scale(-c * N, work->M));
    columns columns = {.Fx = mat3_scale(a, &work->K[0][0]),
                       .Mx = mat3_scale(a, &work->K[1][0]),
                       .Fg = mul_cross(&work->K[0][0], v),
                       .Mg = mul_cross(&work->K[1][0], v)};
    beam_jacobian_add(&columns.Fg, a, &work->K[0][1]);
    beam_jacobian_add(&columns.Fg, 1.0, &F_x);
    beam_jacobian_add(&columns.Mg, a, &work->K[1][1]);
    beam_jacobian_add(&columns.Mg, 1.0, &M_x);
    if (work->point->law->kind & LAW_VISCOUS)
        add_viscous(work, i, &columns);
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
        const rate_columns columns = rates(work, i);
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
    work.F = mat3_mulv(&motion->R, vec3_load(result->stress));
    work.M = mat3_mulv(&motion->R, vec3_load(result->stress + 3));
    beam_jacobian_rotate(&motion->R, result->by_strain, work.K);
    if (work.point->law->kind & LAW_VISCOUS)
        beam_jacobian_rotate(&motion->R, result->by_rate, work.C);
    for (int i = 0; i < beam->n_nodes; i++) {
        const columns columns = force_columns(&work, i);
        add_rows(&work, i, &columns);
    }
    if (beam->n_electrodes)
        add_electrodes(&work);
    if (beam->is_coupled)
        add_charges(&work);
}
