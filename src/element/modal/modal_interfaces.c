/* modal_interfaces.c - interface nodes: each coincides with its FEM node, which moves with the frame and the modes.
 *
 *     u = U q,  v = V q                                        displacement and linearized rotation of the FEM node
 *     phi = x_N + R_N o - x - R (f + u)                        lambda: force on the node, global axes
 *     psi = log(R_N' R P(v))                                   alpha: moment on the node, in its axes
 *     node N   lambda,    R_N o x lambda + R_N alpha
 *     frame  - lambda,  - R (f + u) x lambda - R_N alpha
 *     mode k - U_k . R' lambda - V_k . R' R_N alpha - z K0_kl q_l        z: components of - R' lambda, - R' R_N alpha
 *
 * P(v) is the rotation in I + v x (its polar factor): about v, by the angle atan |v|. Its spin is T(v) v' with
 *     T = c I + k v x - c k v v',   c = 1 / sqrt(1 + v.v),  k = c^2 / (1 + c)
 *
 * The moment acts on the modes as on small rotations, without T': it does no work to first order in v. */
#include "element/blocks.h"
#include "element/modal/modal.h"
#include "math/rotation.h"

/* Directions of the jets. */
enum { FRAME = 0, NODE = 6, LAMBDA = 12, ALPHA = 15, BY_U = 18, BY_V = 21, LANES = 24 };

typedef struct {
    int n;
    const state *s;
    const modal *m;
    const modal_interface *modal_interface;
    modal_rows rows;
    int node, reaction; /* local indices */
    const double *q;
    local *out;
    pose fixed;
    jet_node frame, N;
    vec3 u, v;
} work;

static void seed(work *k)
{
    const floating_frame *f = &k->m->frame;
    const vec3 zero = {0, 0, 0};
    if (f->node) {
        jet_node_seed(k->n, &k->frame, k->s, f->node->pose, FRAME);
    } else {
        k->fixed = (pose){.x = f->x, .R = f->R};
        k->frame.now = &k->fixed;
        jet3_const(k->n, &k->frame.x, f->x);
        jet3_const(k->n, &k->frame.theta, zero);
    }
    jet_node_seed(k->n, &k->N, k->s, k->modal_interface->node->pose, NODE);
    k->u = k->v = zero;
    for (int j = 0; j < k->m->M; j++) {
        k->u = vec3_axpy(k->u, k->q[j], k->modal_interface->U[j]);
        k->v = vec3_axpy(k->v, k->q[j], k->modal_interface->V[j]);
    }
}

/* Puts s times a vector into three rows. The frame's unknowns are columns unless it is fixed; u and v move with the
 * modes. */
static void modal_interfaces_put(const work *k, int row, double s, const jet3 *a)
{
    for (int i = 0; i < 3; i++) {
        double *to = jacobian_row(k->out, row + i);
        k->out->r[row + i] += s * a->v[i];
        if (k->n == 0)
            continue;
        const double *d = a->d[i];
        for (int l = 0; k->m->frame.node && l < 6; l++)
            to[l] += s * d[FRAME + l];
        for (int l = 0; l < 6; l++) {
            to[k->node + l] += s * d[NODE + l];
            to[k->reaction + l] += s * d[LAMBDA + l];
        }
        const vec3 by_u = vec3_scale(s * k->s->dvalue, vec3_load(d + BY_U));
        const vec3 by_v = vec3_scale(s * k->s->dvalue, vec3_load(d + BY_V));
        for (int j = 0; j < k->m->M; j++)
            to[k->rows.a + j] += vec3_dot(by_u, k->modal_interface->U[j]) + vec3_dot(by_v, k->modal_interface->V[j]);
    }
}

/* The rotation in I + v x, and the matrix T of its spin. */
static mat3 linear_rotation(vec3 v, mat3 *T)
{
    const double v2 = vec3_dot(v, v), c = 1.0 / sqrt(1.0 + v2), k = c * c / (1.0 + c);
    const mat3 s = mat3_skew(v), ss = mat3_skew_skew(v, v);
    mat3 P;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            P.e[i][j] = (i == j) + c * s.e[i][j] + k * ss.e[i][j];
            T->e[i][j] = c * (i == j) + k * s.e[i][j] - c * k * (ss.e[i][j] + v2 * (i == j));
        }
    return P;
}

static void orientation_rows(const work *k)
{
    mat3 T;
    const mat3 P = linear_rotation(k->v, &T), RP = mat3_mul(&k->frame.now->R, &P), rel = mat3_tmul(&k->N.now->R, &RP);
    const vec3 psi = rotation_log(&rel);
    jet3 spin, turned, r;
    jet3_const(k->n, &spin, (vec3){0, 0, 0});
    if (k->n) {
        const mat3 RT = mat3_mul(&k->frame.now->R, &T);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                spin.d[i][BY_V + j] = RT.e[i][j];
    }
    jet3_add_to(k->n, &spin, 1, &k->frame.theta);
    jet3_add_to(k->n, &spin, -1, &k->N.theta);
    const mat3 Rt = mat3_transpose(&k->N.now->R), G = rotation_exp_spin_inverse(psi);
    jet3_mul(k->n, &turned, &Rt, &spin);
    jet3_mul(k->n, &r, &G, &turned);
    vec3_store(r.v, psi);
    modal_interfaces_put(k, k->reaction + 3, 1, &r);
}

/* - U_k . p - V_k . c on every mode; p and c do not depend on the modes. */
static void mode_rows(const work *k, const jet3 *p, const jet3 *c)
{
    const vec3 force = jet3_value(p), couple = jet3_value(c);
    for (int j = 0; j < k->m->M; j++) {
        const vec3 U = k->modal_interface->U[j], V = k->modal_interface->V[j];
        double d[LANES];
        k->out->r[k->rows.a + j] -= vec3_dot(U, force) + vec3_dot(V, couple);
        if (k->n == 0)
            continue;
        double *to = jacobian_row(k->out, k->rows.a + j);
        JET_LANES(LANES, l)
        d[l] = U.x * p->d[0][l] + U.y * p->d[1][l] + U.z * p->d[2][l] + V.x * c->d[0][l] + V.y * c->d[1][l] +
               V.z * c->d[2][l];
        for (int l = 0; k->m->frame.node && l < 6; l++)
            to[l] -= d[FRAME + l];
        for (int l = 0; l < 6; l++) {
            to[k->node + l] -= d[NODE + l];
            to[k->reaction + l] -= d[LAMBDA + l];
        }
    }
}

/* Stiffening by the force and couple on the FEM node, - p and - c. */
static void stiffening_rows(const work *k, const modal_stiffening *t, const jet3 *p, const jet3 *c)
{
    const jet3 *by = t->component < 3 ? p : c;
    const double z = -by->v[t->component % 3], *d = by->d[t->component % 3];
    const int M = k->m->M;
    for (int j = 0; j < M; j++) {
        const double *K = t->K + j * M;
        double sum = 0.0, *to = jacobian_row(k->out, k->rows.a + j);
        for (int l = 0; l < M; l++)
            sum += K[l] * k->q[l];
        k->out->r[k->rows.a + j] -= z * sum;
        for (int l = 0; k->n && l < M; l++)
            to[k->rows.a + l] -= k->s->dvalue * z * K[l];
        for (int l = 0; k->n && k->m->frame.node && l < 6; l++)
            to[l] += sum * d[FRAME + l];
        for (int l = 0; k->n && l < 6; l++) {
            to[k->node + l] += sum * d[NODE + l];
            to[k->reaction + l] += sum * d[LAMBDA + l];
        }
    }
}

static void reactions(const work *k, int which, const double *reaction, const jet3 *arm_N, const jet3 *arm)
{
    const int n = k->n;
    jet3 lambda, alpha, couple, moment, p, c;
    jet3_seed(n, &lambda, vec3_load(reaction), LAMBDA, 1);
    jet3_seed(n, &alpha, vec3_load(reaction + 3), ALPHA, 1);
    jet_node_global(n, &couple, &k->N, &alpha);
    jet3_cross(n, &moment, arm_N, &lambda);
    modal_interfaces_put(k, k->node, 1, &lambda);
    modal_interfaces_put(k, k->node + 3, 1, &moment);
    modal_interfaces_put(k, k->node + 3, 1, &couple);
    if (k->m->frame.node) {
        jet3_cross(n, &moment, arm, &lambda);
        modal_interfaces_put(k, FLOATING_X, -1, &lambda);
        modal_interfaces_put(k, FLOATING_G, -1, &moment);
        modal_interfaces_put(k, FLOATING_G, -1, &couple);
    }
    jet_node_local(n, &p, &k->frame, &lambda);
    jet_node_local(n, &c, &k->frame, &couple);
    mode_rows(k, &p, &c);
    for (int i = 0; i < k->m->n_stiffening && k->s->now != PHASE_ASSEMBLY; i++)
        if (k->m->stiffening[i].interface == which)
            stiffening_rows(k, &k->m->stiffening[i], &p, &c);
}

static void interface_rows(work *k, int which, const double *reaction)
{
    jet3 arm_N, arm, in_frame, phi;
    seed(k);
    jet_node_arm(k->n, &arm_N, &k->N, k->modal_interface->offset);
    jet3_seed(k->n, &in_frame, vec3_add(k->modal_interface->f, k->u), BY_U, 1);
    jet_node_global(k->n, &arm, &k->frame, &in_frame);
    jet3_add(k->n, &phi, &k->N.x, 1, &arm_N);
    jet3_add_to(k->n, &phi, -1, &k->frame.x);
    jet3_add_to(k->n, &phi, -1, &arm);
    modal_interfaces_put(k, k->reaction, 1, &phi);
    orientation_rows(k);
    reactions(k, which, reaction, &arm_N, &arm);
}

void modal_eval_interfaces(int n, const state *s, const elem *e, local *out)
{
    const modal *m = e->self;
    work k = {.n = n ? LANES : 0, .s = s, .m = m, .rows = modal_rows_of(m), .out = out};
    k.q = modal_amplitudes(s, e);
    for (int i = 0; i < m->n_interfaces; i++) {
        k.modal_interface = &m->interface[i];
        k.node = k.rows.interface + 6 * i;
        k.reaction = k.rows.reaction + 6 * i;
        interface_rows(&k, i, s->y + e->own + 2 * m->M + 6 * i);
    }
}
