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

/* Lanes of the jets. */
enum { FRAME = 0, NODE = 6, LAMBDA = 12, ALPHA = 15, BY_U = 18, BY_V = 21, LANES = 24 };

typedef struct {
    int n;
    const state *state;
    const modal *modal;
    const modal_interface *modal_interface;
    modal_rows rows;
    int node, reaction; /* local indices */
    const double *q;
    local *out;
    pose fixed;
    jet_node frame, N;
    vec3 u, v;
} work;

static void seed(work *work)
{
    const floating_frame *floating_frame = &work->modal->frame;
    const vec3 zero = {0, 0, 0};
    if (floating_frame->node) {
        jet_node_seed(work->n, &work->frame, work->state, floating_frame->node->pose, FRAME);
    } else {
        work->fixed = (pose){.x = floating_frame->x, .R = floating_frame->R};
        work->frame.now = &work->fixed;
        jet3_const(work->n, &work->frame.x, floating_frame->x);
        jet3_const(work->n, &work->frame.theta, zero);
    }
    jet_node_seed(work->n, &work->N, work->state, work->modal_interface->node->pose, NODE);
    work->u = work->v = zero;
    for (int j = 0; j < work->modal->M; j++) {
        work->u = vec3_axpy(work->u, work->q[j], work->modal_interface->U[j]);
        work->v = vec3_axpy(work->v, work->q[j], work->modal_interface->V[j]);
    }
}

/* Adds s times a vector to three rows. The frame's unknowns are columns unless it is fixed; u and v depend on the
 * modes. */
static void modal_interfaces_put(const work *work, int row, double s, const jet3 *a)
{
    for (int i = 0; i < 3; i++) {
        double *to = jacobian_row(work->out, row + i);
        work->out->r[row + i] += s * a->v[i];
        if (work->n == 0)
            continue;
        const double *d = a->d[i];
        for (int l = 0; work->modal->frame.node && l < 6; l++)
            to[l] += s * d[FRAME + l];
        for (int l = 0; l < 6; l++) {
            to[work->node + l] += s * d[NODE + l];
            to[work->reaction + l] += s * d[LAMBDA + l];
        }
        const vec3 by_u = vec3_scale(s * work->state->dvalue, vec3_load(d + BY_U));
        const vec3 by_v = vec3_scale(s * work->state->dvalue, vec3_load(d + BY_V));
        for (int j = 0; j < work->modal->M; j++)
            to[work->rows.a + j] +=
                vec3_dot(by_u, work->modal_interface->U[j]) + vec3_dot(by_v, work->modal_interface->V[j]);
    }
}

/* Returns the rotation in I + v x, and the matrix T of its spin. */
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

static void orientation_rows(const work *work)
{
    mat3 T;
    const mat3 P = linear_rotation(work->v, &T), RP = mat3_mul(&work->frame.now->R, &P),
               rel = mat3_tmul(&work->N.now->R, &RP);
    const vec3 psi = rotation_log(&rel);
    jet3 spin, rotated, r;
    jet3_const(work->n, &spin, (vec3){0, 0, 0});
    if (work->n) {
        const mat3 RT = mat3_mul(&work->frame.now->R, &T);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                spin.d[i][BY_V + j] = RT.e[i][j];
    }
    jet3_add_to(work->n, &spin, 1, &work->frame.theta);
    jet3_add_to(work->n, &spin, -1, &work->N.theta);
    const mat3 Rt = mat3_transpose(&work->N.now->R), G = rotation_exp_spin_inverse(psi);
    jet3_mul(work->n, &rotated, &Rt, &spin);
    jet3_mul(work->n, &r, &G, &rotated);
    vec3_store(r.v, psi);
    modal_interfaces_put(work, work->reaction + 3, 1, &r);
}

/* Adds -U_k . p - V_k . c to every mode; p and c do not depend on the modes. */
static void mode_rows(const work *work, const jet3 *p, const jet3 *c)
{
    const vec3 force = jet3_value(p), moment = jet3_value(c);
    for (int j = 0; j < work->modal->M; j++) {
        const vec3 U = work->modal_interface->U[j], V = work->modal_interface->V[j];
        double d[LANES];
        work->out->r[work->rows.a + j] -= vec3_dot(U, force) + vec3_dot(V, moment);
        if (work->n == 0)
            continue;
        double *to = jacobian_row(work->out, work->rows.a + j);
        JET_LANES(LANES, l)
        d[l] = U.x * p->d[0][l] + U.y * p->d[1][l] + U.z * p->d[2][l] + V.x * c->d[0][l] + V.y * c->d[1][l] +
               V.z * c->d[2][l];
        for (int l = 0; work->modal->frame.node && l < 6; l++)
            to[l] -= d[FRAME + l];
        for (int l = 0; l < 6; l++) {
            to[work->node + l] -= d[NODE + l];
            to[work->reaction + l] -= d[LAMBDA + l];
        }
    }
}

/* Adds the stiffening by the force and moment on the FEM node, -p and -c. */
static void stiffening_rows(const work *work, const modal_stiffening *modal_stiffening, const jet3 *p, const jet3 *c)
{
    const jet3 *by = modal_stiffening->component < 3 ? p : c;
    const double z = -by->v[modal_stiffening->component % 3], *d = by->d[modal_stiffening->component % 3];
    const int M = work->modal->M;
    for (int j = 0; j < M; j++) {
        const double *K = modal_stiffening->K + j * M;
        double sum = 0.0, *to = jacobian_row(work->out, work->rows.a + j);
        for (int l = 0; l < M; l++)
            sum += K[l] * work->q[l];
        work->out->r[work->rows.a + j] -= z * sum;
        for (int l = 0; work->n && l < M; l++)
            to[work->rows.a + l] -= work->state->dvalue * z * K[l];
        for (int l = 0; work->n && work->modal->frame.node && l < 6; l++)
            to[l] += sum * d[FRAME + l];
        for (int l = 0; work->n && l < 6; l++) {
            to[work->node + l] += sum * d[NODE + l];
            to[work->reaction + l] += sum * d[LAMBDA + l];
        }
    }
}

static void reactions(const work *work, int which, const double *reaction, const jet3 *arm_N, const jet3 *arm)
{
    const int n = work->n;
    jet3 lambda, alpha, torque, moment, p, c;
    jet3_seed(n, &lambda, vec3_load(reaction), LAMBDA, 1);
    jet3_seed(n, &alpha, vec3_load(reaction + 3), ALPHA, 1);
    jet_node_global(n, &torque, &work->N, &alpha);
    jet3_cross(n, &moment, arm_N, &lambda);
    modal_interfaces_put(work, work->node, 1, &lambda);
    modal_interfaces_put(work, work->node + 3, 1, &moment);
    modal_interfaces_put(work, work->node + 3, 1, &torque);
    if (work->modal->frame.node) {
        jet3_cross(n, &moment, arm, &lambda);
        modal_interfaces_put(work, FLOATING_X, -1, &lambda);
        modal_interfaces_put(work, FLOATING_G, -1, &moment);
        modal_interfaces_put(work, FLOATING_G, -1, &torque);
    }
    jet_node_local(n, &p, &work->frame, &lambda);
    jet_node_local(n, &c, &work->frame, &torque);
    mode_rows(work, &p, &c);
    for (int i = 0; i < work->modal->n_stiffening && work->state->now != PHASE_ASSEMBLY; i++)
        if (work->modal->stiffening[i].interface == which)
            stiffening_rows(work, &work->modal->stiffening[i], &p, &c);
}

static void interface_rows(work *work, int which, const double *reaction)
{
    jet3 arm_N, arm, in_frame, phi;
    seed(work);
    jet_node_arm(work->n, &arm_N, &work->N, work->modal_interface->offset);
    jet3_seed(work->n, &in_frame, vec3_add(work->modal_interface->f, work->u), BY_U, 1);
    jet_node_global(work->n, &arm, &work->frame, &in_frame);
    jet3_add(work->n, &phi, &work->N.x, 1, &arm_N);
    jet3_add_to(work->n, &phi, -1, &work->frame.x);
    jet3_add_to(work->n, &phi, -1, &arm);
    modal_interfaces_put(work, work->reaction, 1, &phi);
    orientation_rows(work);
    reactions(work, which, reaction, &arm_N, &arm);
}

void modal_eval_interfaces(int lanes, const state *state, const elem *element, local *out)
{
    const modal *modal = element->self;
    work work = {.n = lanes ? LANES : 0, .state = state, .modal = modal, .rows = modal_rows_of(modal), .out = out};
    work.q = modal_amplitudes(state, element);
    for (int i = 0; i < modal->n_interfaces; i++) {
        work.modal_interface = &modal->interface[i];
        work.node = work.rows.interface + 6 * i;
        work.reaction = work.rows.reaction + 6 * i;
        interface_rows(&work, i, state->y + element->internal + 2 * modal->M + 6 * i);
    }
}
