/* modal_body.c - the balance of the modes and the inertia of the moving body.
 *
 *     S   = S0 + I3 q
 *     J   = J0 + (I8_k + I8_k') q_k - I9_kl q_k q_l
 *     h_k = I4_k + I5_jk q_j
 *
 * and, with the motion expressed in the frame,
 *
 *     - F   = m a + w' x S + w x w x S + 2 w x I3 q' + I3 q''
 *     - M   = S x a + J w' + w x J w + (2 I8_k - 2 I9_lk q_l + I10_k + I10_k') w q'_k + R (w x I11_k q'_k) + h_k q''_k
 *     - Q_k = m_kl q''_l + c_kl q'_l + k_kl q_l + I3_k . a + h_k . w'
 *             - w . (I8_k + I10_k - I9_kl q_l) w - 2 w . I5_kl q'_l + z K0_kl q_l
 *
 * z: each stress stiffening matrix K0 has its component of w w, w' or a. The factor R of w x I11 q', which is already
 * expressed in the frame, is MBDyn's (docs/differences.md). The initial assembly uses only the stiffness k. */
#include "element/blocks.h"
#include "element/modal/modal.h"

typedef struct {
    int n, lanes; /* of jets, and those that are columns */
    const state *s;
    const modal *m;
    modal_rows rows;
    const double *q, *qp, *qpp;
    double by_q, by_qp, by_qpp; /* what a column means: derivatives of q, q', q'' along it */
    floating f;
    local *out;
} work;

/* Sums over the modes that the forces on the frame need. */
typedef struct {
    vec3 S, p, l, h, r; /* S; I3 q'; I3 q''; h_k q''_k; I11 q' */
    mat3 J, B;          /* J; (2 I8_k - 2 I9_lk q_l + I10_k + I10_k') q'_k */
} sums;

/* What one mode brings. */
typedef struct {
    vec3 I3, h, c, e, I11; /* c = I5_kl q'_l, e = I5_kl q''_l */
    mat3 I8, I10, N, D;    /* N = I9_kl q_l, D = I9_kl q'_l */
} mode;

static mode mode_of(const work *k, int j)
{
    const modal_inertia *in = &k->m->inertia;
    const int M = k->m->M;
    mode r = {0};
    if (in->I3)
        r.I3 = in->I3[j];
    if (in->I4)
        r.h = in->I4[j];
    if (in->I8)
        r.I8 = in->I8[j];
    if (in->I10)
        r.I10 = in->I10[j], r.I11 = in->I11[j];
    for (int l = 0; in->I5 && l < M; l++) {
        const vec3 I5 = in->I5[j * M + l];
        r.h = vec3_axpy(r.h, -k->q[l], I5);
        r.c = vec3_axpy(r.c, k->qp[l], I5);
        r.e = vec3_axpy(r.e, k->qpp[l], I5);
    }
    for (int l = 0; in->I9 && l < M; l++) {
        mat3_add_scaled(&r.N, k->q[l], &in->I9[j * M + l]);
        mat3_add_scaled(&r.D, k->qp[l], &in->I9[j * M + l]);
    }
    return r;
}

/* 2 I8_k - 2 I9_lk q_l + I10_k + I10_k' */
static mat3 coriolis(const mode *d)
{
    mat3 B;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            B.e[i][j] = 2 * (d->I8.e[i][j] - d->N.e[j][i]) + d->I10.e[i][j] + d->I10.e[j][i];
    return B;
}

static void add_to_sums(const work *k, const mode *d, int j, sums *t)
{
    const mat3 I8t = mat3_transpose(&d->I8), B = coriolis(d);
    t->S = vec3_axpy(t->S, k->q[j], d->I3);
    t->p = vec3_axpy(t->p, k->qp[j], d->I3);
    t->l = vec3_axpy(t->l, k->qpp[j], d->I3);
    t->h = vec3_axpy(t->h, k->qpp[j], d->h);
    t->r = vec3_axpy(t->r, k->qp[j], d->I11);
    mat3_add_scaled(&t->J, k->q[j], &d->I8);
    mat3_add_scaled(&t->J, k->q[j], &I8t);
    mat3_add_scaled(&t->J, -k->q[j], &d->N);
    mat3_add_scaled(&t->B, k->qp[j], &B);
}

/* --- forces on the frame ------------------------------------------------------------------------------------------ */

static void frame_rows(const work *k, const sums *t)
{
    const int n = k->n;
    jet3 F, M, v, u;
    floating_rigid(n, &k->f, k->m->inertia.mass, t->S, &t->J, &F, &M);
    jet3_const(n, &u, vec3_scale(2, t->p));
    jet3_cross(n, &v, &k->f.w, &u);
    jet3_add_to(n, &F, 1, &v);
    jet3_add_vec3_to(&F, 1, t->l);
    jet3_mul(n, &v, &t->B, &k->f.w);
    jet3_add_to(n, &M, 1, &v);
    jet3_const(n, &u, t->r);
    jet3_cross(n, &v, &k->f.w, &u);
    jet_node_global(n, &u, &k->f.node, &v);
    jet3_add_to(n, &M, 1, &u);
    jet3_add_vec3_to(&M, 1, t->h);
    floating_force(n, &k->f, &F, &M, k->lanes, k->out);
}

static void put_column(const work *k, int column, vec3 F, vec3 M)
{
    local_column(k->out, FLOATING_X, column, -1, mat3_mulv(&k->f.R, F));
    local_column(k->out, FLOATING_G, column, -1, mat3_mulv(&k->f.R, M));
}

/* Derivatives of F and M along q_j, q'_j and q''_j. */
static void frame_columns(const work *k, const mode *d, int j)
{
    const vec3 a = jet3_value(&k->f.a), w = jet3_value(&k->f.w), dw = jet3_value(&k->f.dw);
    const vec3 spin = vec3_cross(w, d->I3);
    const mat3 I8t = mat3_transpose(&d->I8), Nt = mat3_transpose(&d->N), B = coriolis(d);
    mat3 J = mat3_add(&d->I8, &I8t);
    mat3_add_scaled(&J, -1, &d->N);
    mat3_add_scaled(&J, -1, &Nt);
    const vec3 F_q = vec3_add(vec3_cross(dw, d->I3), vec3_cross(w, spin));
    vec3 M_q = vec3_add(vec3_cross(d->I3, a), mat3_mulv(&J, dw));
    M_q = vec3_add(M_q, vec3_cross(w, mat3_mulv(&J, w)));
    M_q = vec3_add(M_q, vec3_axpy(d->e, -2, mat3_mulv(&d->D, w)));
    const vec3 rotary = mat3_mulv(&k->f.R, vec3_cross(w, d->I11));
    const vec3 F_qp = vec3_scale(2 * k->by_qp, spin), M_qp = vec3_scale(k->by_qp, vec3_add(mat3_mulv(&B, w), rotary));
    put_column(k, k->rows.a + j, vec3_scale(k->by_q, F_q), vec3_scale(k->by_q, M_q));
    put_column(k, k->rows.b + j, vec3_axpy(F_qp, k->by_qpp, d->I3), vec3_axpy(M_qp, k->by_qpp, d->h));
}

/* --- forces on the modes ------------------------------------------------------------------------------------------ */

/* Coupling with the motion of the frame: value, and derivatives along the frame's unknowns. */
static void mode_coupling(const work *k, const mode *d, int j)
{
    const vec3 a = jet3_value(&k->f.a), w = jet3_value(&k->f.w), dw = jet3_value(&k->f.dw);
    mat3 B = mat3_add(&d->I8, &d->I10);
    mat3_add_scaled(&B, -1, &d->N);
    const mat3 Bt = mat3_transpose(&B), J = mat3_add(&B, &Bt);
    const int row = k->rows.a + j;
    k->out->r[row] -= vec3_dot(d->I3, a) + vec3_dot(d->h, dw) - vec3_dot(w, mat3_mulv(&B, w)) - 2 * vec3_dot(w, d->c);
    const vec3 by_w = vec3_axpy(mat3_mulv(&J, w), 2, d->c);
    double *to = jacobian_row(k->out, row);
    JET_LANES(k->n ? k->lanes : 0, l)
    {
        to[l] -= d->I3.x * k->f.a.d[0][l] + d->I3.y * k->f.a.d[1][l] + d->I3.z * k->f.a.d[2][l];
        to[l] -= d->h.x * k->f.dw.d[0][l] + d->h.y * k->f.dw.d[1][l] + d->h.z * k->f.dw.d[2][l];
        to[l] += by_w.x * k->f.w.d[0][l] + by_w.y * k->f.w.d[1][l] + by_w.z * k->f.w.d[2][l];
    }
}

/* Derivatives of the coupling along the other modes. */
static void mode_columns(const work *k, int j)
{
    const modal_inertia *in = &k->m->inertia;
    const int M = k->m->M;
    const vec3 w = jet3_value(&k->f.w), dw = jet3_value(&k->f.dw);
    double *to = jacobian_row(k->out, k->rows.a + j);
    for (int l = 0; in->I5 && l < M; l++) {
        const vec3 I5 = in->I5[j * M + l];
        to[k->rows.a + l] += k->by_q * vec3_dot(I5, dw);
        to[k->rows.b + l] += 2 * k->by_qp * vec3_dot(I5, w);
    }
    for (int l = 0; in->I9 && l < M; l++)
        to[k->rows.a + l] -= k->by_q * vec3_dot(w, mat3_mulv(&in->I9[j * M + l], w));
}

static void mode_matrices(const work *k, int j)
{
    const int M = k->m->M, row = k->rows.a + j;
    const double *K = k->m->stiffness + j * M, *C = k->m->damping + j * M, *m = k->m->mass + j * M;
    double sum = 0.0;
    for (int l = 0; l < M; l++)
        sum += K[l] * k->q[l] + C[l] * k->qp[l] + m[l] * k->qpp[l];
    k->out->r[row] -= sum;
    double *to = jacobian_row(k->out, row);
    for (int l = 0; k->n && l < M; l++) {
        to[k->rows.a + l] -= k->by_q * K[l];
        to[k->rows.b + l] -= k->by_qp * C[l] + k->by_qpp * m[l];
    }
}

/* --- stress stiffening -------------------------------------------------------------------------------------------- */

/* Component `index` - 1 of record group 19: w1^2, w2^2, w3^2, w1 w2, w2 w3, w1 w3, w', a. */
static jet1 stiffening_factor(const work *k, int component)
{
    static const int FIRST[6] = {0, 1, 2, 0, 1, 0}, SECOND[6] = {0, 1, 2, 1, 2, 2};
    jet1 r;
    if (component >= 6) {
        const jet3 *v = component < 9 ? &k->f.dw : &k->f.a;
        r.v = v->v[component % 3];
        JET_LANES(k->n, l) r.d[l] = v->d[component % 3][l];
        return r;
    }
    const jet3 *w = &k->f.w;
    const int i = FIRST[component], j = SECOND[component];
    r.v = w->v[i] * w->v[j];
    JET_LANES(k->n, l) r.d[l] = w->d[i][l] * w->v[j] + w->v[i] * w->d[j][l];
    return r;
}

static void stiffening_rows(const work *k, const modal_stiffening *t)
{
    const int M = k->m->M;
    const jet1 z = stiffening_factor(k, t->component);
    for (int j = 0; j < M; j++) {
        const double *K = t->K + j * M;
        const int row = k->rows.a + j;
        double sum = 0.0, *to = jacobian_row(k->out, row);
        for (int l = 0; l < M; l++)
            sum += K[l] * k->q[l];
        k->out->r[row] -= z.v * sum;
        if (k->n == 0)
            continue;
        JET_LANES(k->lanes, l) to[l] -= sum * z.d[l];
        for (int l = 0; l < M; l++)
            to[k->rows.a + l] -= k->by_q * z.v * K[l];
    }
}

/* --- together ----------------------------------------------------------------------------------------------------- */

/* b - a'; in a static model b = 0. */
static void rate_rows(const work *k, const double *ap)
{
    const double moves = k->m->is_static ? 0.0 : 1.0;
    for (int j = 0; j < k->m->M; j++) {
        const int row = k->rows.b + j;
        k->out->r[row] += k->qp[j] - moves * ap[j];
        if (k->n) {
            k->out->J[row * k->out->ld + k->rows.b + j] += k->s->dvalue;
            k->out->J[row * k->out->ld + k->rows.a + j] -= moves * k->s->drate;
        }
    }
}

/* A mode without stiffness is held by a spring of its own. */
static void assembly_rows(const work *k)
{
    const int M = k->m->M;
    for (int j = 0; j < M; j++) {
        const double *K = k->m->stiffness + j * M;
        double *to = jacobian_row(k->out, k->rows.a + j), sum = 0.0;
        for (int l = 0; l < M; l++) {
            const double stiffness = l == j && K[j] == 0.0 ? 1.0 : K[l];
            sum += stiffness * k->q[l];
            if (k->n)
                to[k->rows.a + l] -= k->by_q * stiffness;
        }
        k->out->r[k->rows.a + j] -= sum;
    }
}

static void coupling_rows(const work *k)
{
    const modal_inertia *in = &k->m->inertia;
    sums t = {.S = in->S, .J = in->J};
    for (int j = 0; j < k->m->M; j++) {
        const mode d = mode_of(k, j);
        add_to_sums(k, &d, j, &t);
        mode_coupling(k, &d, j);
        if (k->n) {
            mode_columns(k, j);
            if (k->m->frame.node)
                frame_columns(k, &d, j);
        }
    }
    if (k->m->frame.node)
        frame_rows(k, &t);
}

void modal_eval_body(int n, const state *s, const elem *e, local *out)
{
    const modal *m = e->self;
    const bool moves = !m->is_static;
    const double *zero = m->zeros;
    work k = {.n = n ? FLOATING_LANES : 0,
              .lanes = floating_lanes(&m->frame),
              .s = s,
              .m = m,
              .rows = modal_rows_of(m),
              .out = out};
    k.q = modal_amplitudes(s, e);
    k.qp = modal_rates(s, e);
    k.by_q = s->dvalue;
    rate_rows(&k, s->yp + e->own);
    if (s->now == PHASE_ASSEMBLY) {
        assembly_rows(&k);
        return;
    }
    k.qp = moves ? k.qp : zero;
    k.qpp = moves ? modal_accelerations(s, e) : zero;
    k.by_qp = moves ? s->dvalue : 0.0;
    k.by_qpp = moves ? s->drate : 0.0;
    for (int j = 0; j < m->M; j++)
        mode_matrices(&k, j);
    const double mass = m->inertia.mass;
    floating_seed(k.n, s, &m->frame, mass != 0 ? vec3_scale(1 / mass, m->inertia.S) : (vec3){0, 0, 0}, &k.f);
    coupling_rows(&k);
    for (int i = 0; i < m->n_stiffening; i++)
        if (m->stiffening[i].interface < 0)
            stiffening_rows(&k, &m->stiffening[i]);
}
