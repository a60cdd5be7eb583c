/* coupling_mesh.c - motion of coupled points, and the equations of loads on them.
 *
 *     T = R B:  M = axial(T),  M_i = e_ijk T_jk         d axial(T) = (T - tr(T) 1) theta
 *     f_k = R : D_k = sum R_ij D_k,ij                   d f_k = axial(R D_k) . theta                            */
#include "element/external/coupling_mesh.h"
#include "element/blocks.h"
#include "element/modal/modal.h"
#include "math/rotation.h"
#include <string.h>

/* --- motion ------------------------------------------------------------------------------------------------------- */

static vec3 coupling_mesh_turned(const node *n, const mat3 *R)
{
    const mat3 since = mat3_mult(R, &n->initial->R);
    return rotation_log(&since);
}

static coupling_motion tied_motion(const state *s, const coupling_mesh *m, int i)
{
    coupling_motion to = {0};
    for (int j = m->first[i]; j < m->first[i + 1]; j++) {
        const coupling_tie *t = &m->ties[j];
        const node *n = m->nodes[t->node];
        const pose *at = &s->poses[n->pose];
        const vec3 b = mat3_mulv(&at->R, t->arm);
        to.x = vec3_axpy(to.x, t->weight, vec3_add(at->x, b));
        to.v = vec3_axpy(to.v, t->weight, vec3_add(at->v, vec3_cross(at->w, b)));
        to.w = vec3_axpy(to.w, t->weight, at->w);
        if (n->has_rotation)
            to.phi = vec3_axpy(to.phi, t->weight, coupling_mesh_turned(n, &at->R));
    }
    if (m->first[i] == m->first[i + 1])
        to.x = m->x[i];
    return to;
}

static vec3 coupling_mesh_shape(const modal *b, const double *of, int mode, int fem_node)
{
    return of ? vec3_load(of + 3 * ((size_t)(b->number[mode] - 1) * (size_t)b->data.n_nodes + (size_t)fem_node))
              : (vec3){0, 0, 0};
}

static vec3 place_in_frame(const modal *b, int fem_node)
{
    return vec3_sub(vec3_load(b->data.x + 3 * (size_t)fem_node), b->origin);
}

static vec3 of_modes(const modal *b, const double *shapes, const double *q, int fem_node)
{
    vec3 u = {0, 0, 0};
    for (int k = 0; k < b->M; k++)
        u = vec3_axpy(u, q[k], coupling_mesh_shape(b, shapes, k, fem_node));
    return u;
}

static pose frame_now(const state *s, const modal *b)
{
    return b->frame.node ? s->poses[b->frame.node->pose] : (pose){.x = b->frame.x, .R = b->frame.R};
}

static coupling_motion modal_motion(const state *s, const coupling_mesh *m, int i)
{
    const modal *b = m->joint->self;
    const pose at = frame_now(s, b);
    const double *q = modal_amplitudes(s, m->joint), *qp = modal_rates(s, m->joint);
    const int at_node = m->fem_node[i];
    const vec3 arm = mat3_mulv(&at.R, vec3_add(place_in_frame(b, at_node), of_modes(b, b->data.U, q, at_node)));
    const mat3 own = rotation_exp(of_modes(b, b->data.V, q, at_node)), now = mat3_mul(&at.R, &own);
    const mat3 rest = b->frame.node ? b->frame.node->initial->R : b->frame.R, since = mat3_mult(&now, &rest);
    coupling_motion to = {.x = vec3_add(at.x, arm), .v = vec3_add(at.v, vec3_cross(at.w, arm)), .w = at.w};
    to.v = vec3_add(to.v, mat3_mulv(&at.R, of_modes(b, b->data.U, qp, at_node)));
    to.w = vec3_add(to.w, mat3_mulv(&at.R, of_modes(b, b->data.V, qp, at_node)));
    to.phi = rotation_log(&since);
    return to;
}

coupling_motion coupling_motion_of(const state *s, const coupling_mesh *m, int i)
{
    return m->joint ? modal_motion(s, m, i) : tied_motion(s, m, i);
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

int coupling_load_count(const coupling_mesh *m)
{
    return m->joint ? LOAD_NUMBERS + MODE_NUMBERS * ((const modal *)m->joint->self)->M : LOAD_NUMBERS * m->n_on;
}

static void add_outer(double *B, double w, vec3 b, vec3 f)
{
    const double at[3] = {b.x, b.y, b.z};
    for (int i = 0; i < 3; i++)
        vec3_accumulate(B + 3 * i, vec3_scale(w * at[i], f));
}

static void add_load(double *to, double w, vec3 arm, vec3 f, vec3 m)
{
    vec3_accumulate(to, vec3_scale(w, f));
    vec3_accumulate(to + 3, vec3_scale(w, m));
    add_outer(to + 6, w, arm, f);
}

static void add_modal_load(const coupling_mesh *m, int i, vec3 f, vec3 moment, double *loads)
{
    const modal *b = m->joint->self;
    const int at_node = m->fem_node[i];
    add_load(loads, 1, place_in_frame(b, at_node), f, moment);
    for (int k = 0; k < b->M; k++) {
        double *to = loads + LOAD_NUMBERS + (size_t)(MODE_NUMBERS * k);
        add_outer(to, 1, coupling_mesh_shape(b, b->data.U, k, at_node), f);
        add_outer(to + 9, 1, coupling_mesh_shape(b, b->data.U, k, at_node), f);
        add_outer(to + 9, 1, coupling_mesh_shape(b, b->data.V, k, at_node), moment);
    }
}

void coupling_loads(const coupling_mesh *m, const double *force, const double *moment, double *loads)
{
    memset(loads, 0, (size_t)coupling_load_count(m) * sizeof *loads);
    for (int i = 0; i < m->n; i++) {
        const vec3 f = vec3_load(force + 3 * (size_t)i), c = vec3_load(moment + 3 * (size_t)i);
        if (m->joint)
            add_modal_load(m, i, f, c, loads);
        for (int j = m->first[i]; !m->joint && j < m->first[i + 1]; j++) {
            const coupling_tie *t = &m->ties[j];
            add_load(loads + (size_t)(LOAD_NUMBERS * t->node), t->weight, t->arm, f, c);
        }
    }
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static mat3 matrix_of(const double *B)
{
    mat3 m;
    for (int i = 0; i < 9; i++)
        m.e[i / 3][i % 3] = B[i];
    return m;
}

static vec3 axial(const mat3 *T)
{
    return (vec3){T->e[1][2] - T->e[2][1], T->e[2][0] - T->e[0][2], T->e[0][1] - T->e[1][0]};
}

/* R B, and the moment of it about the node. */
static mat3 moved(const mat3 *R, const double *B)
{
    const mat3 at = matrix_of(B);
    return mat3_mul(R, &at);
}

void coupling_resultant(const state *s, const node *n, const double *load, vec3 *F, vec3 *M)
{
    const mat3 T = moved(&s->poses[n->pose].R, load + 6);
    *F = vec3_load(load);
    *M = n->has_rotation ? vec3_add(vec3_load(load + 3), axial(&T)) : (vec3){0, 0, 0};
}

static const node *frame_of(const coupling_mesh *m) { return ((const modal *)m->joint->self)->frame.node; }

void coupling_connect(const coupling_mesh *m, int k, layout *l)
{
    const node *n = m->joint ? frame_of(m) : m->nodes[k];
    const int modes = m->joint ? ((const modal *)m->joint->self)->M : 0, first = n ? 6 : 0;
    if (n)
        layout_node(l, n);
    if (m->joint)
        layout_other(l, m->joint);
    layout_clear(l);
    if (!n || !n->has_rotation)
        return;
    layout_full(l, 3, 3, 3, 3);
    if (modes > 0) {
        layout_full(l, first, modes, 3, 3);
        layout_full(l, 3, 3, first, modes);
    }
}

static void add_moment(int n, const state *s, const mat3 *T, local *out)
{
    vec3_accumulate(out->r + 3, axial(T));
    if (n == 0)
        return;
    const mat3 trace = mat3_scale(T->e[0][0] + T->e[1][1] + T->e[2][2], &MAT3_EYE), slope = mat3_sub(T, &trace);
    local_block(out, 3, 3, s->dvalue, &slope);
}

static double coupling_mesh_product(const mat3 *R, const mat3 *D)
{
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += R->e[i / 3][i % 3] * D->e[i / 3][i % 3];
    return sum;
}

/* D_k is by components of the shape and of the force: R : D' of it. */
static void eval_modal(int n, const state *s, const coupling_mesh *m, const double *loads, local *out)
{
    const modal *b = m->joint->self;
    const pose at = frame_now(s, b);
    const bool moves = b->frame.node;
    const int first = moves ? 6 : 0;
    const double *q = modal_amplitudes(s, m->joint);
    mat3 B = matrix_of(loads + 6);
    for (int k = 0; k < b->M; k++) {
        const double *of = loads + LOAD_NUMBERS + (size_t)(MODE_NUMBERS * k);
        const mat3 Bk = matrix_of(of), Dk = matrix_of(of + 9), turned_back = mat3_transpose(&Dk);
        const mat3 Tk = mat3_mul(&at.R, &Bk), Sk = mat3_mul(&at.R, &Dk);
        out->r[first + k] += coupling_mesh_product(&at.R, &turned_back);
        mat3_add_scaled(&B, q[k], &Bk);
        if (n > 0 && moves) {
            local_column(out, 3, first + k, s->dvalue, axial(&Tk));
            local_row(out, first + k, 3, s->dvalue, axial(&Sk));
        }
    }
    if (!moves)
        return;
    const mat3 T = mat3_mul(&at.R, &B);
    vec3_accumulate(out->r, vec3_load(loads));
    vec3_accumulate(out->r + 3, vec3_load(loads + 3));
    add_moment(n, s, &T, out);
}

void coupling_eval(int n, const state *s, const coupling_mesh *m, int k, const double *loads, local *out)
{
    if (m->joint) {
        eval_modal(n, s, m, loads, out);
        return;
    }
    const node *on = m->nodes[k];
    const double *load = loads + (size_t)(LOAD_NUMBERS * k);
    vec3_accumulate(out->r, vec3_load(load));
    if (!on->has_rotation)
        return;
    const mat3 T = moved(&s->poses[on->pose].R, load + 6);
    vec3_accumulate(out->r + 3, vec3_load(load + 3));
    add_moment(n, s, &T, out);
}
