/* beam_jacobian.c - derivatives of a beam's forces, point by point and node by node.
 *
 * In global axes, with t_i the spin of node i, K and C the law's tangents turned by R, v_i = N_i l - a_i b_i:
 *     R d strain = (a_i dx_i + v_i x t_i,  a_i t_i)
 *     R d rate   = (a_i (dv_i - b_i x dw_i - w_i x b_i x t_i - w x (dx_i - b_i x t_i)) + N_i l x dw + N_i e_dot x t_i,
 *                   a_i (t_i' - w x t_i)),      dw_i = t_i' - w_ref_i x t_i,   dw = t_i' - w_ref x t_i
 *     (dF, dM)   = K R d strain + C R d rate - N_i (F, M) x t_i
 *     moment at node r:  (p - x_r) x dF + dM - F x (N_i (dx_i - b_i x t_i) - dx_r)
 *
 * Written by hand, in 3x3 blocks: beams are the hot elements of flexible models. As everywhere, the spin of a node is
 * taken as the change of its rotation parameters, which is exact at the predicted configuration. */
#include "element/beam/beam.h"
#include "element/blocks.h"

/* Derivatives along the six columns of a node: of a force and of a moment, along positions (x) and rotations (g). */
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
static void beam_jacobian_turn(const mat3 *R, const double T[36], mat3 out[2][2])
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
    const beam *b;
    const state *s;
    const beam_shape *q;
    const beam_point *k;
    const beam_motion *m;
    int which;
    vec3 F, M;
    mat3 K[2][2], C[2][2];
    local *out;
} work;

/* Blocks of R d rate along the columns of node i: translation along x and g, rotation along g. */
typedef struct {
    mat3 x, g, k;
} rate_columns;

static rate_columns rates(const work *w, int i)
{
    const double a = w->k->a[i], N = w->k->N[i], c = w->s->dvalue, d = w->s->drate;
    const vec3 b = w->q->b[i], l = vec3_scale(N, w->m->l);
    const mat3 dw_i = spin_rate(w->s, w->q->poses[i]), b_x = mat3_skew(b);
    mat3 dw = mat3_skew(vec3_scale(-c, w->m->w_ref));
    rate_columns r = {.x = mat3_skew(vec3_scale(-a * c, w->m->w)), .k = mat3_skew(vec3_scale(-a * c, w->m->w))};
    for (int j = 0; j < 3; j++) {
        dw.e[j][j] += d;
        r.x.e[j][j] += a * d;
        r.k.e[j][j] += a * d;
    }
    r.g = cross_mul(vec3_scale(-a, b), &dw_i);
    const mat3 turning = cross_mul(vec3_scale(a * c, vec3_sub(w->m->w, w->q->poses[i]->w)), &b_x);
    const mat3 dragged = mat3_skew(vec3_scale(N * c, w->m->e_dot)), swept = cross_mul(l, &dw);
    beam_jacobian_add(&r.g, 1.0, &turning);
    beam_jacobian_add(&r.g, 1.0, &dragged);
    beam_jacobian_add(&r.g, 1.0, &swept);
    return r;
}

static void add_viscous(const work *w, int i, columns *r)
{
    const rate_columns p = rates(w, i);
    const mat3 Fx = mat3_mul(&w->C[0][0], &p.x), Mx = mat3_mul(&w->C[1][0], &p.x);
    const mat3 Fg = mat3_mul(&w->C[0][0], &p.g), Mg = mat3_mul(&w->C[1][0], &p.g);
    const mat3 Fk = mat3_mul(&w->C[0][1], &p.k), Mk = mat3_mul(&w->C[1][1], &p.k);
    beam_jacobian_add(&r->Fx, 1.0, &Fx);
    beam_jacobian_add(&r->Mx, 1.0, &Mx);
    beam_jacobian_add(&r->Fg, 1.0, &Fg);
    beam_jacobian_add(&r->Fg, 1.0, &Fk);
    beam_jacobian_add(&r->Mg, 1.0, &Mg);
    beam_jacobian_add(&r->Mg, 1.0, &Mk);
}

static columns force_columns(const work *w, int i)
{
    const double N = w->k->N[i], c = w->s->dvalue, a = c * w->k->a[i];
    const vec3 v = vec3_axpy(vec3_scale(c * N, w->m->l), -a, w->q->b[i]);
    const mat3 F_x = mat3_skew(vec3_scale(-c * N, w->F)), M_x = mat3_skew(vec3_scale(-c * N, w->M));
    columns r = {.Fx = mat3_scale(a, &w->K[0][0]),
                 .Mx = mat3_scale(a, &w->K[1][0]),
                 .Fg = mul_cross(&w->K[0][0], v),
                 .Mg = mul_cross(&w->K[1][0], v)};
    beam_jacobian_add(&r.Fg, a, &w->K[0][1]);
    beam_jacobian_add(&r.Fg, 1.0, &F_x);
    beam_jacobian_add(&r.Mg, a, &w->K[1][1]);
    beam_jacobian_add(&r.Mg, 1.0, &M_x);
    if (w->k->law->kind & LAW_VISCOUS)
        add_viscous(w, i, &r);
    return r;
}

/* Rows of the two nodes beside the point, columns of node i. */
static void add_rows(const work *w, int i, const columns *d)
{
    const double c = w->s->dvalue, N = w->k->N[i];
    const mat3 F_x = mat3_skew(vec3_scale(c, w->F)), b_x = mat3_skew(w->q->b[i]);
    const mat3 lever = cross_mul(vec3_scale(c * N, w->F), &b_x);
    for (int end = 0; end < 2; end++) {
        const int r = w->which + end, row = 6 * r, column = 6 * i;
        const double sign = end == 0 ? 1.0 : -1.0;
        const vec3 arm = vec3_sub(w->m->p, w->q->poses[r]->x);
        mat3 Mx = cross_mul(arm, &d->Fx), Mg = cross_mul(arm, &d->Fg);
        beam_jacobian_add(&Mx, 1.0, &d->Mx);
        beam_jacobian_add(&Mx, (r == i) - N, &F_x);
        beam_jacobian_add(&Mg, 1.0, &d->Mg);
        beam_jacobian_add(&Mg, 1.0, &lever);
        local_block(w->out, row, column, sign, &d->Fx);
        local_block(w->out, row, column + 3, sign, &d->Fg);
        local_block(w->out, row + 3, column, sign, &Mx);
        local_block(w->out, row + 3, column + 3, sign, &Mg);
    }
}

/* Columns of the electrodes, and rows of the charges. */
static void add_electrodes(const work *w)
{
    const beam *b = w->b;
    const int n = b->n_electrodes, first = 6 * b->n_nodes;
    for (int j = 0; j < n; j++) {
        double P[LAW_MAX];
        for (int i = 0; i < LAW_MAX; i++)
            P[i] = w->s->dvalue * w->k->P[i * n + j];
        const vec3 F = mat3_mulv(&w->m->R, vec3_load(P)), M = mat3_mulv(&w->m->R, vec3_load(P + 3));
        for (int end = 0; end < 2; end++) {
            const int r = w->which + end;
            const vec3 arm = vec3_sub(w->m->p, w->q->poses[r]->x);
            local_column(w->out, 6 * r, first + j, end == 0 ? 1.0 : -1.0, F);
            local_column(w->out, 6 * r + 3, first + j, end == 0 ? 1.0 : -1.0, vec3_add(vec3_cross(arm, F), M));
        }
    }
}

static void add_charges(const work *w)
{
    const beam *b = w->b;
    const int n = b->n_electrodes, first = 6 * b->n_nodes;
    for (int i = 0; i < b->n_nodes; i++) {
        const rate_columns p = rates(w, i);
        for (int j = 0; j < n; j++) {
            const double *Q = w->k->Q + j * LAW_MAX;
            const vec3 nu = mat3_mulv(&w->m->R, vec3_load(Q)), k = mat3_mulv(&w->m->R, vec3_load(Q + 3));
            local_row(w->out, first + j, 6 * i, w->k->length, mat3_tmulv(&p.x, nu));
            local_row(w->out, first + j, 6 * i + 3, w->k->length, vec3_add(mat3_tmulv(&p.g, nu), mat3_tmulv(&p.k, k)));
        }
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            w->out->J[(first + j) * w->out->ld + first + i] += w->k->length * w->k->C[j * n + i] * w->s->drate;
}

void beam_add_columns(const beam *b, const state *s, const beam_shape *q, int which, const beam_motion *m,
                      const law_result *f, local *out)
{
    work w = {.b = b, .s = s, .q = q, .k = &b->point[which], .m = m, .which = which, .out = out};
    w.F = mat3_mulv(&m->R, vec3_load(f->stress));
    w.M = mat3_mulv(&m->R, vec3_load(f->stress + 3));
    beam_jacobian_turn(&m->R, f->by_strain, w.K);
    if (w.k->law->kind & LAW_VISCOUS)
        beam_jacobian_turn(&m->R, f->by_rate, w.C);
    for (int i = 0; i < b->n_nodes; i++) {
        const columns d = force_columns(&w, i);
        add_rows(&w, i, &d);
    }
    if (b->n_electrodes)
        add_electrodes(&w);
    if (b->is_coupled)
        add_charges(&w);
}
