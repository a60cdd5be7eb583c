/* beam_jacobian.c - derivatives of a beam's forces, point by point and node by node.
 *
 * In global axes, with t_i the spin of node i, a_i N_i Theta_i Psi_i as in beam_motion.c, K and C the law's tangents
 * turned by R: R d strain = (a_i (dx_i - b_i x t_i) + l x Theta_i t_i,  Psi_i t_i) R d rate   = (a_i (dv_i - b_i x dw_i
 * - w_i x b_i x t_i - w x (dx_i - b_i x t_i)) + N_i l x dw_i + e_dot x Theta_i t_i, a_i dw_i + w_s x Theta_i t_i) (dF,
 * dM)   = K R d strain + C R d rate - (F, M) x Theta_i t_i moment at node r:  (p - x_r) x dF + dM - F x (N_i (dx_i -
 * b_i x t_i) - dx_r) Written by hand, in 3x3 blocks: beams are the hot elements of flexible models. */
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
static inline void add(mat3 *r, double s, const mat3 *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r->e[i][j] += s * m->e[i][j];
}

/* R T R' of the four blocks of a 6x6 tangent. */
static void turn(const mat3 *R, const double T[36], mat3 out[2][2])
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

/* (F, M) columns += T (top, bottom) */
static void apply(mat3 T[2][2], const mat3 *top, const mat3 *bottom, mat3 *F, mat3 *M)
{
    const mat3 a = mat3_mul(&T[0][0], top), b = mat3_mul(&T[0][1], bottom);
    const mat3 c = mat3_mul(&T[1][0], top), d = mat3_mul(&T[1][1], bottom);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            F->e[i][j] += a.e[i][j] + b.e[i][j];
            M->e[i][j] += c.e[i][j] + d.e[i][j];
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
    mat3 Theta[BEAM_NODES], Psi[BEAM_NODES];
    local *out;
} work;

/* Blocks of R d rate along the columns of node i: translation along x and g, rotation along g. */
typedef struct {
    mat3 x, g, k;
} rate_columns;

static rate_columns rates(const work *w, int i)
{
    const double a = w->k->a[i], c = w->s->dvalue;
    const vec3 b = w->q->b[i], l = w->m->l;
    const mat3 dw = spin_rate(w->s, w->q->at[i]), w_x = mat3_skew(w->m->w), b_x = mat3_skew(b);
    const vec3 relative = vec3_sub(w->m->w, w->q->at[i]->w), lever = vec3_axpy(vec3_scale(w->k->N[i], l), -a, b);
    rate_columns r;
    for (int p = 0; p < 3; p++)
        for (int q = 0; q < 3; q++)
            r.x.e[p][q] = a * ((p == q ? w->s->drate : 0.0) - c * w_x.e[p][q]);
    r.g = cross_mul(lever, &dw);
    const mat3 turning = cross_mul(relative, &b_x), dragged = cross_mul(w->m->e_dot, &w->Theta[i]);
    const mat3 bending = cross_mul(w->m->w_s, &w->Theta[i]);
    add(&r.g, a * c, &turning);
    add(&r.g, c, &dragged);
    r.k = mat3_scale(a, &dw);
    add(&r.k, c, &bending);
    return r;
}

static columns force_columns(work *w, int i)
{
    const double a = w->k->a[i], c = w->s->dvalue;
    const mat3 arm = mat3_skew(vec3_scale(-a, w->q->b[i]));
    mat3 top = cross_mul(w->m->l, &w->Theta[i]);
    add(&top, 1.0, &arm);
    columns r = {.Fg = cross_mul(vec3_neg(w->F), &w->Theta[i]), .Mg = cross_mul(vec3_neg(w->M), &w->Theta[i])};
    apply(w->K, &top, &w->Psi[i], &r.Fg, &r.Mg);
    r.Fg = mat3_scale(c, &r.Fg);
    r.Mg = mat3_scale(c, &r.Mg);
    r.Fx = mat3_scale(a * c, &w->K[0][0]);
    r.Mx = mat3_scale(a * c, &w->K[1][0]);
    if (!(w->k->by->kind & LAW_VISCOUS))
        return r;
    const rate_columns p = rates(w, i);
    apply(w->C, &p.g, &p.k, &r.Fg, &r.Mg);
    const mat3 F = mat3_mul(&w->C[0][0], &p.x), M = mat3_mul(&w->C[1][0], &p.x);
    add(&r.Fx, 1.0, &F);
    add(&r.Mx, 1.0, &M);
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
        const vec3 arm = vec3_sub(w->m->p, w->q->at[r]->x);
        mat3 Mx = cross_mul(arm, &d->Fx), Mg = cross_mul(arm, &d->Fg);
        add(&Mx, 1.0, &d->Mx);
        add(&Mx, (r == i) - N, &F_x);
        add(&Mg, 1.0, &d->Mg);
        add(&Mg, 1.0, &lever);
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
            const vec3 arm = vec3_sub(w->m->p, w->q->at[r]->x);
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
    beam_spins(b, q, w.k, m, w.Theta, w.Psi);
    turn(&m->R, f->by_strain, w.K);
    if (w.k->by->kind & LAW_VISCOUS)
        turn(&m->R, f->by_rate, w.C);
    for (int i = 0; i < b->n_nodes; i++) {
        const columns d = force_columns(&w, i);
        add_rows(&w, i, &d);
    }
    if (b->n_electrodes)
        add_electrodes(&w);
    if (b->is_coupled)
        add_charges(&w);
}
