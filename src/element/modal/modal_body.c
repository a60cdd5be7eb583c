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
 * z: the component of w w, w' or a that belongs to the stress stiffening matrix K0. The factor R of w x I11 q', which
 * is already expressed in the frame, is MBDyn's (docs/differences.md). The initial assembly uses only the stiffness
 * k. */
#include "element/blocks.h"
#include "element/modal/modal.h"

typedef struct {
    int n, lanes; /* lanes of the jets, and lanes that are columns */
    const state *state;
    const modal *modal;
    modal_rows rows;
    const double *q, *qp, *qpp;
    double by_q, by_qp, by_qpp; /* derivatives of q, q', q'' with respect to the unknown of a column */
    floating floating;
    local *out;
} work;

/* Sums over the modes in the forces on the frame. */
typedef struct {
    vec3 S, p, l, h, r; /* S; I3 q'; I3 q''; h_k q''_k; I11 q' */
    mat3 J, B;          /* J; (2 I8_k - 2 I9_lk q_l + I10_k + I10_k') q'_k */
} sums;

/* Terms of one mode. */
typedef struct {
    vec3 I3, h, c, e, I11; /* c = I5_kl q'_l, e = I5_kl q''_l */
    mat3 I8, I10, N, D;    /* N = I9_kl q_l, D = I9_kl q'_l */
} mode;

static mode mode_of(const work *work, int j)
{
    const modal_inertia *in = &work->modal->inertia;
    const int M = work->modal->M;
    mode mode = {0};
    if (in->I3)
        mode.I3 = in->I3[j];
    if (in->I4)
        mode.h = in->I4[j];
    if (in->I8)
        mode.I8 = in->I8[j];
    if (in->I10)
        mode.I10 = in->I10[j], mode.I11 = in->I11[j];
    for (int l = 0; in->I5 && l < M; l++) {
        const vec3 I5 = in->I5[j * M + l];
        mode.h = vec3_axpy(mode.h, -work->q[l], I5);
        mode.c = vec3_axpy(mode.c, work->qp[l], I5);
        mode.e = vec3_axpy(mode.e, work->qpp[l], I5);
    }
    for (int l = 0; in->I9 && l < M; l++) {
        mat3_add_scaled(&mode.N, work->q[l], &in->I9[j * M + l]);
        mat3_add_scaled(&mode.D, work->qp[l], &in->I9[j * M + l]);
    }
    return mode;
}

/* 2 I8_k - 2 I9_lk q_l + I10_k + I10_k' */
static mat3 coriolis(const mode *mode)
{
    mat3 B;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            B.e[i][j] = 2 * (mode->I8.e[i][j] - mode->N.e[j][i]) + mode->I10.e[i][j] + mode->I10.e[j][i];
    return B;
}

static void add_to_sums(const work *work, const mode *mode, int j, sums *sums)
{
    const mat3 I8t = mat3_transpose(&mode->I8), B = coriolis(mode);
    sums->S = vec3_axpy(sums->S, work->q[j], mode->I3);
    sums->p = vec3_axpy(sums->p, work->qp[j], mode->I3);
    sums->l = vec3_axpy(sums->l, work->qpp[j], mode->I3);
    sums->h = vec3_axpy(sums->h, work->qpp[j], mode->h);
    sums->r = vec3_axpy(sums->r, work->qp[j], mode->I11);
    mat3_add_scaled(&sums->J, work->q[j], &mode->I8);
    mat3_add_scaled(&sums->J, work->q[j], &I8t);
    mat3_add_scaled(&sums->J, -work->q[j], &mode->N);
    mat3_add_scaled(&sums->B, work->qp[j], &B);
}

/* --- forces on the frame ------------------------------------------------------------------------------------------ */

static void frame_rows(const work *work, const sums *sums)
{
    const int n = work->n;
    jet3 F, M, v, u;
    floating_rigid(n, &work->floating, work->modal->inertia.mass, sums->S, &sums->J, &F, &M);
    jet3_const(n, &u, vec3_scale(2, sums->p));
    jet3_cross(n, &v, &work->floating.w, &u);
    jet3_add_to(n, &F, 1, &v);
    jet3_add_vec3_to(&F, 1, sums->l);
    jet3_mul(n, &v, &sums->B, &work->floating.w);
    jet3_add_to(n, &M, 1, &v);
    jet3_const(n, &u, sums->r);
    jet3_cross(n, &v, &work->floating.w, &u);
    jet_node_global(n, &u, &work->floating.node, &v);
    jet3_add_to(n, &M, 1, &u);
    jet3_add_vec3_to(&M, 1, sums->h);
    floating_force(n, &work->floating, &F, &M, work->lanes, work->out);
}

static void put_column(const work *work, int column, vec3 F, vec3 M)
{
    local_column(work->out, FLOATING_X, column, -1, mat3_mulv(&work->floating.R, F));
    local_column(work->out, FLOATING_G, column, -1, mat3_mulv(&work->floating.R, M));
}

/* Derivatives of F and M with respect to q_j, q'_j and q''_j. */
static void frame_columns(const work *work, const mode *mode, int j)
{
    const vec3 a = jet3_value(&work->floating.a), w = jet3_value(&work->floating.w),
               dw = jet3_value(&work->floating.dw);
    const vec3 spin = vec3_cross(w, mode->I3);
    const mat3 I8t = mat3_transpose(&mode->I8), Nt = mat3_transpose(&mode->N), B = coriolis(mode);
    mat3 J = mat3_add(&mode->I8, &I8t);
    mat3_add_scaled(&J, -1, &mode->N);
    mat3_add_scaled(&J, -1, &Nt);
    const vec3 F_q = vec3_add(vec3_cross(dw, mode->I3), vec3_cross(w, spin));
    vec3 M_q = vec3_add(vec3_cross(mode->I3, a), mat3_mulv(&J, dw));
    M_q = vec3_add(M_q, vec3_cross(w, mat3_mulv(&J, w)));
    M_q = vec3_add(M_q, vec3_axpy(mode->e, -2, mat3_mulv(&mode->D, w)));
    const vec3 rotary = mat3_mulv(&work->floating.R, vec3_cross(w, mode->I11));
    const vec3 F_qp = vec3_scale(2 * work->by_qp, spin),
               M_qp = vec3_scale(work->by_qp, vec3_add(mat3_mulv(&B, w), rotary));
    put_column(work, work->rows.a + j, vec3_scale(work->by_q, F_q), vec3_scale(work->by_q, M_q));
    put_column(work, work->rows.b + j, vec3_axpy(F_qp, work->by_qpp, mode->I3), vec3_axpy(M_qp, work->by_qpp, mode->h));
}

/* --- forces on the modes ------------------------------------------------------------------------------------------ */

/* Adds the coupling with the motion of the frame: value, and derivatives with respect to the frame's unknowns. */
static void mode_coupling(const work *work, const mode *mode, int j)
{
    const vec3 a = jet3_value(&work->floating.a), w = jet3_value(&work->floating.w),
               dw = jet3_value(&work->floating.dw);
    mat3 B = mat3_add(&mode->I8, &mode->I10);
    mat3_add_scaled(&B, -1, &mode->N);
    const mat3 Bt = mat3_transpose(&B), J = mat3_add(&B, &Bt);
    const int row = work->rows.a + j;
    work->out->r[row] -=
        vec3_dot(mode->I3, a) + vec3_dot(mode->h, dw) - vec3_dot(w, mat3_mulv(&B, w)) - 2 * vec3_dot(w, mode->c);
    const vec3 by_w = vec3_axpy(mat3_mulv(&J, w), 2, mode->c);
    double *to = jacobian_row(work->out, row);
    JET_LANES(work->n ? work->lanes : 0, l)
    {
        to[l] -= mode->I3.x * work->floating.a.d[0][l] + mode->I3.y * work->floating.a.d[1][l] +
                 mode->I3.z * work->floating.a.d[2][l];
        to[l] -= mode->h.x * work->floating.dw.d[0][l] + mode->h.y * work->floating.dw.d[1][l] +
                 mode->h.z * work->floating.dw.d[2][l];
        to[l] +=
            by_w.x * work->floating.w.d[0][l] + by_w.y * work->floating.w.d[1][l] + by_w.z * work->floating.w.d[2][l];
    }
}

/* Adds the derivatives of the coupling with respect to the other modes. */
static void mode_columns(const work *work, int j)
{
    const modal_inertia *in = &work->modal->inertia;
    const int M = work->modal->M;
    const vec3 w = jet3_value(&work->floating.w), dw = jet3_value(&work->floating.dw);
    double *to = jacobian_row(work->out, work->rows.a + j);
    for (int l = 0; in->I5 && l < M; l++) {
        const vec3 I5 = in->I5[j * M + l];
        to[work->rows.a + l] += work->by_q * vec3_dot(I5, dw);
        to[work->rows.b + l] += 2 * work->by_qp * vec3_dot(I5, w);
    }
    for (int l = 0; in->I9 && l < M; l++)
        to[work->rows.a + l] -= work->by_q * vec3_dot(w, mat3_mulv(&in->I9[j * M + l], w));
}

static void mode_matrices(const work *work, int j)
{
    const int M = work->modal->M, row = work->rows.a + j;
    const double *K = work->modal->stiffness + j * M, *C = work->modal->damping + j * M, *m = work->modal->mass + j * M;
    double sum = 0.0;
    for (int l = 0; l < M; l++)
        sum += K[l] * work->q[l] + C[l] * work->qp[l] + m[l] * work->qpp[l];
    work->out->r[row] -= sum;
    double *to = jacobian_row(work->out, row);
    for (int l = 0; work->n && l < M; l++) {
        to[work->rows.a + l] -= work->by_q * K[l];
        to[work->rows.b + l] -= work->by_qp * C[l] + work->by_qpp * m[l];
    }
}

/* --- stress stiffening -------------------------------------------------------------------------------------------- */

/* Component `index` - 1 of record group 19: w1^2, w2^2, w3^2, w1 w2, w2 w3, w1 w3, w', a. */
static jet1 stiffening_factor(const work *work, int component)
{
    static const int FIRST[6] = {0, 1, 2, 0, 1, 0}, SECOND[6] = {0, 1, 2, 1, 2, 2};
    jet1 r;
    if (component >= 6) {
        const jet3 *v = component < 9 ? &work->floating.dw : &work->floating.a;
        r.v = v->v[component % 3];
        JET_LANES(work->n, l) r.d[l] = v->d[component % 3][l];
        return r;
    }
    const jet3 *w = &work->floating.w;
    const int i = FIRST[component], j = SECOND[component];
    r.v = w->v[i] * w->v[j];
    JET_LANES(work->n, l) r.d[l] = w->d[i][l] * w->v[j] + w->v[i] * w->d[j][l];
    return r;
}

static void stiffening_rows(const work *work, const modal_stiffening *modal_stiffening)
{
    const int M = work->modal->M;
    const jet1 z = stiffening_factor(work, modal_stiffening->component);
    for (int j = 0; j < M; j++) {
        const double *K = modal_stiffening->K + j * M;
        const int row = work->rows.a + j;
        double sum = 0.0, *to = jacobian_row(work->out, row);
        for (int l = 0; l < M; l++)
            sum += K[l] * work->q[l];
        work->out->r[row] -= z.v * sum;
        if (work->n == 0)
            continue;
        JET_LANES(work->lanes, l) to[l] -= sum * z.d[l];
        for (int l = 0; l < M; l++)
            to[work->rows.a + l] -= work->by_q * z.v * K[l];
    }
}

/* --- together ----------------------------------------------------------------------------------------------------- */

/* b - a'; in a static model b = 0. */
static void rate_rows(const work *work, const double *ap)
{
    const double moves = work->modal->is_static ? 0.0 : 1.0;
    for (int j = 0; j < work->modal->M; j++) {
        const int row = work->rows.b + j;
        work->out->r[row] += work->qp[j] - moves * ap[j];
        if (work->n) {
            work->out->J[row * work->out->ld + work->rows.b + j] += work->state->dvalue;
            work->out->J[row * work->out->ld + work->rows.a + j] -= moves * work->state->drate;
        }
    }
}

/* A mode without stiffness gets a spring of unit stiffness. */
static void assembly_rows(const work *work)
{
    const int M = work->modal->M;
    for (int j = 0; j < M; j++) {
        const double *K = work->modal->stiffness + j * M;
        double *to = jacobian_row(work->out, work->rows.a + j), sum = 0.0;
        for (int l = 0; l < M; l++) {
            const double stiffness = l == j && K[j] == 0.0 ? 1.0 : K[l];
            sum += stiffness * work->q[l];
            if (work->n)
                to[work->rows.a + l] -= work->by_q * stiffness;
        }
        work->out->r[work->rows.a + j] -= sum;
    }
}

static void coupling_rows(const work *work)
{
    const modal_inertia *in = &work->modal->inertia;
    sums sums = {.S = in->S, .J = in->J};
    for (int j = 0; j < work->modal->M; j++) {
        const mode mode = mode_of(work, j);
        add_to_sums(work, &mode, j, &sums);
        mode_coupling(work, &mode, j);
        if (work->n) {
            mode_columns(work, j);
            if (work->modal->frame.node)
                frame_columns(work, &mode, j);
        }
    }
    if (work->modal->frame.node)
        frame_rows(work, &sums);
}

void modal_eval_body(int lanes, const state *state, const elem *element, local *out)
{
    const modal *modal = element->self;
    const bool moves = !modal->is_static;
    const double *zero = modal->zeros;
    work work = {.n = lanes ? FLOATING_LANES : 0,
                 .lanes = floating_lanes(&modal->frame),
                 .state = state,
                 .modal = modal,
                 .rows = modal_rows_of(modal),
                 .out = out};
    work.q = modal_amplitudes(state, element);
    work.qp = modal_rates(state, element);
    work.by_q = state->dvalue;
    rate_rows(&work, state->yp + element->internal);
    if (state->now == PHASE_ASSEMBLY) {
        assembly_rows(&work);
        return;
    }
    work.qp = moves ? work.qp : zero;
    work.qpp = moves ? modal_accelerations(state, element) : zero;
    work.by_qp = moves ? state->dvalue : 0.0;
    work.by_qpp = moves ? state->drate : 0.0;
    for (int j = 0; j < modal->M; j++)
        mode_matrices(&work, j);
    const double mass = modal->inertia.mass;
    floating_seed(work.n, state, &modal->frame, mass != 0 ? vec3_scale(1 / mass, modal->inertia.S) : (vec3){0, 0, 0},
                  &work.floating);
    coupling_rows(&work);
    for (int i = 0; i < modal->n_stiffening; i++)
        if (modal->stiffening[i].interface < 0)
            stiffening_rows(&work, &modal->stiffening[i]);
}
