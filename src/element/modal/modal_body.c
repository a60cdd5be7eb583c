/* modal_body.c - the balance of the modes and the inertia of the moving body.
 *
 * With  S = S0 + I3 q,  J = J0 + (I8_k + I8_k') q_k - I9_kl q_k q_l,  h_k = I4_k + I5_jk q_j,  and motion seen from the frame:
 *
 *     - F = m a + w' x S + w x w x S + 2 w x I3 q' + I3 q''
 *     - M = S x a + J w' + w x J w + 2 (I8_k - I9_lk q_l) w q'_k + h_k q''_k
 *     - Q_k = m_kl q''_l + c_kl q'_l + k_kl q_l + I3_k . a + h_k . w' - w . (I8_k - I9_kl q_l) w - 2 w . I5_kl q'_l + z K0_kl q_l
 *
 * z: each stress stiffening matrix K0 has its component of w w, w' or a. The initial assembly knows only the stiffness k. */
#include "element/blocks.h"
#include "element/modal/modal.h"

#include <stdlib.h>
static double EX[30];
__attribute__((constructor)) static void exinit(void){char*s=getenv("EX");for(int i=0;s&&i<30;i++)EX[i]=strtod(s,&s);}
typedef struct {
    int n, lanes; /* of jets, and those that are columns */
    const state *s;
    const modal *m;
    modal_rows at;
    const double *q, *qp, *qpp;
    double by_q, by_qp, by_qpp; /* what a column means: derivatives of q, q', q'' along it */
    floating f;
    local *out;
} work;

/* Sums over the modes that the forces on the frame need. */
typedef struct {
    vec3 S, p, l, h; /* S; I3 q'; I3 q''; h_k q''_k */
    mat3 J, J2, B; vec3 S2,p2;      /* J; (I8_k - I9_lk q_l) q'_k */
} sums;

/* What one mode brings. */
typedef struct {
    vec3 I3, h, c, e; /* c = I5_kl q'_l, e = I5_kl q''_l */
    mat3 I8, I10, N, D;    /* N = I9_kl q_l, D = I9_kl q'_l */
} mode;

static void add_scaled(mat3 *to, double s, const mat3 *a)
{
    for (int i = 0; i < 9; i++)
        to->e[i / 3][i % 3] += s * a->e[i / 3][i % 3];
}

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
        r.I8 = in->I8[j], r.I10 = in->I10[j];
    for (int l = 0; in->I5 && l < M; l++) {
        const vec3 I5 = in->I5[j * M + l];
        r.h = vec3_axpy(r.h, -k->q[l], I5);
        r.c = vec3_axpy(r.c, k->qp[l], I5);
        r.e = vec3_axpy(r.e, k->qpp[l], I5);
    }
    for (int l = 0; in->I9 && l < M; l++) {
        add_scaled(&r.N, k->q[l], &in->I9[j * M + l]);
        add_scaled(&r.D, k->qp[l], &in->I9[j * M + l]);
    }
    return r;
}

static void add_to_sums(const work *k, const mode *d, int j, sums *t)
{
    const mat3 I8t = mat3_transpose(&d->I8), Nt = {{{0}}}, Nt_ = mat3_transpose(&d->N);
    const mat3 I10t = mat3_transpose(&d->I10);
    const double q=k->q[j], qp=k->qp[j];
    add_scaled(&t->J, EX[0]*q, &d->I10);add_scaled(&t->J, EX[0]*q, &I10t);
    add_scaled(&t->J2, (EX[1]-EX[0])*q, &d->I10);add_scaled(&t->J2, (EX[1]-EX[0])*q, &I10t);
    add_scaled(&t->B, EX[2]*qp, &d->I10);add_scaled(&t->B, EX[3]*qp, &I10t);
    add_scaled(&t->B, EX[4]*qp, &I8t);add_scaled(&t->B, -EX[4]*qp, &d->I8);
    add_scaled(&t->J, EX[8]*q, &d->I8);add_scaled(&t->J, EX[8]*q, &I8t);
    add_scaled(&t->J2, (EX[9]-EX[8])*q, &d->I8);add_scaled(&t->J2, (EX[9]-EX[8])*q, &I8t);
    add_scaled(&t->J, -EX[12]*q, &d->N); add_scaled(&t->J2, -(EX[13]-EX[12])*q, &d->N);
    add_scaled(&t->B, -EX[14]*qp, &Nt_);
    t->S2 = vec3_axpy(t->S2, q, d->I3);
    { vec3 h5=vec3_sub(d->h,k->m->inertia.I4?k->m->inertia.I4[j]:(vec3){0,0,0}); t->h=vec3_axpy(t->h,EX[7]*k->qpp[j],h5);}
    add_scaled(&t->B, EX[16]*qp, &d->I8);

    t->S = vec3_axpy(t->S, k->q[j], d->I3);
    t->p = vec3_axpy(t->p, k->qp[j], d->I3);
    t->l = vec3_axpy(t->l, k->qpp[j], d->I3);
    t->h = vec3_axpy(t->h, k->qpp[j], d->h);
    add_scaled(&t->J, k->q[j], &d->I8);
    add_scaled(&t->J, k->q[j], &I8t);
    add_scaled(&t->B, k->qp[j], &d->I8);
    add_scaled(&t->B, -k->qp[j], &Nt);
}

/* --- forces on the frame ------------------------------------------------------------------------------------------------- */

static void frame_rows(const work *k, const sums *t)
{
    const int n = k->n;
    jet3 F, M, v, u;
    floating_rigid(n, &k->f, k->m->inertia.mass, t->S, &t->J, &F, &M);
    jet3_const(n, &u, vec3_scale(2*(1+EX[11]), t->p));
    jet3_cross(n, &v, &k->f.w, &u);
    jet3_add(n, &F, 1, &v);
    jet3_shift(&F, 1, t->l);
    jet3_mul(n, &v, &t->B, &k->f.w);
    jet3_add(n, &M, 2, &v);
    jet3_mul(n, &u, &t->J2, &k->f.w); jet3_cross(n,&v,&k->f.w,&u); jet3_add(n,&M,1,&v);
    if (k->m->data.lumped) { vec3 i11={0,0,0}; for(int j=0;j<k->m->M;j++)for(int i=0;i<k->m->data.n_nodes;i++){const double*L=k->m->data.lumped+6*i; vec3 V=vec3_load(k->m->data.V+3*((k->m->number[j]-1)*k->m->data.n_nodes+i)); i11=vec3_axpy(i11,k->qp[j],(vec3){L[3]*V.x,L[4]*V.y,L[5]*V.z});}
    jet3_const(n,&u,i11); jet3_cross(n,&v,&k->f.w,&u); jet3_add(n,&M,EX[17],&v);}
    jet3_const(n, &u, t->S2); jet3_cross(n,&v,&u,&k->f.a); jet3_add(n,&M,EX[10],&v);

    jet3_shift(&M, 1, t->h);
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
    const mat3 I8t = mat3_transpose(&d->I8), Nt = mat3_transpose(&d->N);
    mat3 J = mat3_add(&d->I8, &I8t), B = mat3_sub(&d->I8, &Nt);
    add_scaled(&J, -1, &d->N);
    add_scaled(&J, -1, &Nt);
    const vec3 F_q = vec3_add(vec3_cross(dw, d->I3), vec3_cross(w, spin));
    vec3 M_q = vec3_add(vec3_cross(d->I3, a), mat3_mulv(&J, dw));
    M_q = vec3_add(M_q, vec3_cross(w, mat3_mulv(&J, w)));
    M_q = vec3_add(M_q, vec3_axpy(d->e, -2, mat3_mulv(&d->D, w)));
    const vec3 F_qp = vec3_scale(2 * k->by_qp, spin), M_qp = vec3_scale(2 * k->by_qp, mat3_mulv(&B, w));
    put_column(k, k->at.a + j, vec3_scale(k->by_q, F_q), vec3_scale(k->by_q, M_q));
    put_column(k, k->at.b + j, vec3_axpy(F_qp, k->by_qpp, d->I3), vec3_axpy(M_qp, k->by_qpp, d->h));
}

/* --- forces on the modes --------------------------------------------------------------------------------------------------- */

/* Coupling with the motion of the frame: value, and derivatives along the frame's unknowns. */
static void mode_coupling(const work *k, const mode *d, int j)
{
    const vec3 a = jet3_value(&k->f.a), w = jet3_value(&k->f.w), dw = jet3_value(&k->f.dw);
    mat3 B = d->I8;add_scaled(&B,-EX[15],&d->N);add_scaled(&B,1,&d->I10);const mat3 Bt = mat3_transpose(&B), J = mat3_add(&B, &Bt);
    const int row = k->at.a + j;
    k->out->r[row] -= vec3_dot(d->I3, a) + ((1+EX[6])*vec3_dot(d->h, dw)-EX[6]*(k->m->inertia.I4?vec3_dot(k->m->inertia.I4[j],dw):0)) - vec3_dot(w, mat3_mulv(&B, w)) - 2 *(1+EX[5])* vec3_dot(w, d->c);
    if (k->m->data.lumped) { double s1=0,s2=0,s3=0; for(int l=0;l<k->m->M;l++)for(int i=0;i<k->m->data.n_nodes;i++){const double*L=k->m->data.lumped+6*i; vec3 V=vec3_load(k->m->data.V+3*((k->m->number[l]-1)*k->m->data.n_nodes+i)),Vk=vec3_load(k->m->data.V+3*((k->m->number[j]-1)*k->m->data.n_nodes+i)); vec3 JV={L[3]*V.x,L[4]*V.y,L[5]*V.z}, Jw={L[3]*w.x,L[4]*w.y,L[5]*w.z}, wV=vec3_cross(w,V), JwV={L[3]*wV.x,L[4]*wV.y,L[5]*wV.z};
      s1+=k->qp[l]*vec3_dot(Vk,vec3_cross(w,JV)); s2+=k->qp[l]*vec3_dot(Vk,vec3_cross(V,Jw)); s3+=k->qp[l]*vec3_dot(Vk,JwV);} k->out->r[row]-=EX[18]*s1+EX[19]*s2+EX[20]*s3; }
    const vec3 by_w = vec3_axpy(mat3_mulv(&J, w), 2, d->c);
    double *to = k->out->J + row * k->out->ld;
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
    double *to = k->out->J + (k->at.a + j) * k->out->ld;
    for (int l = 0; in->I5 && l < M; l++) {
        const vec3 I5 = in->I5[j * M + l];
        to[k->at.a + l] += k->by_q * vec3_dot(I5, dw);
        to[k->at.b + l] += 2 * k->by_qp * vec3_dot(I5, w);
    }
    for (int l = 0; in->I9 && l < M; l++)
        to[k->at.a + l] -= k->by_q * vec3_dot(w, mat3_mulv(&in->I9[j * M + l], w));
}

static void mode_matrices(const work *k, int j)
{
    const int M = k->m->M, row = k->at.a + j;
    const double *K = k->m->stiffness + j * M, *C = k->m->damping + j * M, *m = k->m->mass + j * M;
    double sum = 0.0;
    for (int l = 0; l < M; l++)
        sum += K[l] * k->q[l] + C[l] * k->qp[l] + m[l] * k->qpp[l];
    k->out->r[row] -= sum;
    double *to = k->out->J + row * k->out->ld;
    for (int l = 0; k->n && l < M; l++) {
        to[k->at.a + l] -= k->by_q * K[l];
        to[k->at.b + l] -= k->by_qp * C[l] + k->by_qpp * m[l];
    }
}

/* --- stress stiffening ------------------------------------------------------------------------------------------------------ */

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
        const int row = k->at.a + j;
        double sum = 0.0, *to = k->out->J + row * k->out->ld;
        for (int l = 0; l < M; l++)
            sum += K[l] * k->q[l];
        k->out->r[row] -= z.v * sum;
        if (k->n == 0)
            continue;
        JET_LANES(k->lanes, l) to[l] -= sum * z.d[l];
        for (int l = 0; l < M; l++)
            to[k->at.a + l] -= k->by_q * z.v * K[l];
    }
}

/* --- together --------------------------------------------------------------------------------------------------------------- */

static void rate_rows(const work *k, const double *ap)
{
    for (int j = 0; j < k->m->M; j++) {
        const int row = k->at.b + j;
        k->out->r[row] += k->qp[j] - ap[j];
        if (k->n) {
            k->out->J[row * k->out->ld + k->at.b + j] += k->s->dvalue;
            k->out->J[row * k->out->ld + k->at.a + j] -= k->s->drate;
        }
    }
}

/* A mode without stiffness is held by a spring of its own. */
static void assembly_rows(const work *k)
{
    const int M = k->m->M;
    for (int j = 0; j < M; j++) {
        const double *K = k->m->stiffness + j * M;
        double *to = k->out->J + (k->at.a + j) * k->out->ld, sum = 0.0;
        for (int l = 0; l < M; l++) {
            const double stiffness = l == j && K[j] == 0.0 ? 1.0 : K[l];
            sum += stiffness * k->q[l];
            if (k->n)
                to[k->at.a + l] -= k->by_q * stiffness;
        }
        k->out->r[k->at.a + j] -= sum;
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
    work k = {.n = n ? FLOATING_LANES : 0, .lanes = floating_lanes(&m->frame), .s = s, .m = m, .at = modal_rows_of(m), .out = out};
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
