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

static vec3 coupling_mesh_rotated(const node *node, const mat3 *R)
{
    const mat3 since = mat3_mult(R, &node->initial->R);
    return rotation_log(&since);
}

static coupling_motion tied_motion(const state *state, const coupling_mesh *mesh, int i)
{
    coupling_motion to = {0};
    for (int j = mesh->first[i]; j < mesh->first[i + 1]; j++) {
        const coupling_tie *coupling_tie = &mesh->ties[j];
        const node *node = mesh->nodes[coupling_tie->node];
        const pose *at = &state->poses[node->pose];
        const vec3 b = mat3_mulv(&at->R, coupling_tie->arm);
        to.x = vec3_axpy(to.x, coupling_tie->weight, vec3_add(at->x, b));
        to.v = vec3_axpy(to.v, coupling_tie->weight, vec3_add(at->v, vec3_cross(at->w, b)));
        to.w = vec3_axpy(to.w, coupling_tie->weight, at->w);
        if (node->has_rotation)
            to.phi = vec3_axpy(to.phi, coupling_tie->weight, coupling_mesh_rotated(node, &at->R));
    }
    if (mesh->first[i] == mesh->first[i + 1])
        to.x = mesh->x[i];
    return to;
}

static vec3 coupling_mesh_shape(const modal *modal, const double *of, int mode, int fem_node)
{
    return of ? vec3_load(of + 3 * ((size_t)(modal->number[mode] - 1) * (size_t)modal->data.n_nodes + (size_t)fem_node))
              : (vec3){0, 0, 0};
}

static vec3 place_in_frame(const modal *modal, int fem_node)
{
    return vec3_sub(vec3_load(modal->data.x + 3 * (size_t)fem_node), modal->origin);
}

static vec3 of_modes(const modal *modal, const double *shapes, const double *q, int fem_node)
{
    vec3 u = {0, 0, 0};
    for (int k = 0; k < modal->M; k++)
        u = vec3_axpy(u, q[k], coupling_mesh_shape(modal, shapes, k, fem_node));
    return u;
}

static pose frame_now(const state *state, const modal *modal)
{
    return modal->frame.node ? state->poses[modal->frame.node->pose] : (pose){.x = modal->frame.x, .R = modal->frame.R};
}

static coupling_motion modal_motion(const state *state, const coupling_mesh *mesh, int i)
{
    const modal *modal = mesh->joint->self;
    const pose at = frame_now(state, modal);
    const double *q = modal_amplitudes(state, mesh->joint), *qp = modal_rates(state, mesh->joint);
    const int at_node = mesh->fem_node[i];
    const vec3 arm =
        mat3_mulv(&at.R, vec3_add(place_in_frame(modal, at_node), of_modes(modal, modal->data.U, q, at_node)));
    const mat3 internal = rotation_exp(of_modes(modal, modal->data.V, q, at_node)), now = mat3_mul(&at.R, &internal);
    const mat3 rest = modal->frame.node ? modal->frame.node->initial->R : modal->frame.R,
               since = mat3_mult(&now, &rest);
    coupling_motion to = {.x = vec3_add(at.x, arm), .v = vec3_add(at.v, vec3_cross(at.w, arm)), .w = at.w};
    to.v = vec3_add(to.v, mat3_mulv(&at.R, of_modes(modal, modal->data.U, qp, at_node)));
    to.w = vec3_add(to.w, mat3_mulv(&at.R, of_modes(modal, modal->data.V, qp, at_node)));
    to.phi = rotation_log(&since);
    return to;
}

coupling_motion coupling_motion_of(const state *state, const coupling_mesh *mesh, int index)
{
    return mesh->joint ? modal_motion(state, mesh, index) : tied_motion(state, mesh, index);
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

int coupling_load_count(const coupling_mesh *mesh)
{
    return mesh->joint ? LOAD_NUMBERS + MODE_NUMBERS * ((const modal *)mesh->joint->self)->M
                       : LOAD_NUMBERS * mesh->n_on;
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

static void add_modal_load(const coupling_mesh *mesh, int i, vec3 f, vec3 moment, double *loads)
{
    const modal *modal = mesh->joint->self;
    const int at_node = mesh->fem_node[i];
    add_load(loads, 1, place_in_frame(modal, at_node), f, moment);
    for (int k = 0; k < modal->M; k++) {
        double *to = loads + LOAD_NUMBERS + size_product(MODE_NUMBERS, k);
        add_outer(to, 1, coupling_mesh_shape(modal, modal->data.U, k, at_node), f);
        add_outer(to + 9, 1, coupling_mesh_shape(modal, modal->data.U, k, at_node), f);
        add_outer(to + 9, 1, coupling_mesh_shape(modal, modal->data.V, k, at_node), moment);
    }
}

void coupling_loads(const coupling_mesh *mesh, const double *force, const double *moment, double *loads)
{
    memset(loads, 0, (size_t)coupling_load_count(mesh) * sizeof *loads);
    for (int i = 0; i < mesh->n; i++) {
        const vec3 f = vec3_load(force + 3 * (size_t)i), c = vec3_load(moment + 3 * (size_t)i);
        if (mesh->joint)
            add_modal_load(mesh, i, f, c, loads);
        for (int j = mesh->first[i]; !mesh->joint && j < mesh->first[i + 1]; j++) {
            const coupling_tie *coupling_tie = &mesh->ties[j];
            add_load(loads + size_product(LOAD_NUMBERS, coupling_tie->node), coupling_tie->weight, coupling_tie->arm, f,
                     c);
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

/* Returns R B, whose axial vector is the moment about the node. */
static mat3 moved(const mat3 *R, const double *B)
{
    const mat3 at = matrix_of(B);
    return mat3_mul(R, &at);
}

void coupling_resultant(const state *state, const node *node, const double *load, vec3 *F, vec3 *M)
{
    const mat3 T = moved(&state->poses[node->pose].R, load + 6);
    *F = vec3_load(load);
    *M = node->has_rotation ? vec3_add(vec3_load(load + 3), axial(&T)) : (vec3){0, 0, 0};
}

static const node *frame_of(const coupling_mesh *mesh) { return ((const modal *)mesh->joint->self)->frame.node; }

void coupling_connect(const coupling_mesh *mesh, int index, layout *layout)
{
    const node *node = mesh->joint ? frame_of(mesh) : mesh->nodes[index];
    const int modes = mesh->joint ? ((const modal *)mesh->joint->self)->M : 0, first = node ? 6 : 0;
    if (node)
        layout_node(layout, node);
    if (mesh->joint)
        layout_other(layout, mesh->joint);
    layout_clear(layout);
    if (!node || !node->has_rotation)
        return;
    layout_full(layout, 3, 3, 3, 3);
    if (modes > 0) {
        layout_full(layout, first, modes, 3, 3);
        layout_full(layout, 3, 3, first, modes);
    }
}

static void add_moment(int lanes, const state *state, const mat3 *T, local *out)
{
    vec3_accumulate(out->r + 3, axial(T));
    if (lanes == 0)
        return;
    const mat3 trace = mat3_scale(T->e[0][0] + T->e[1][1] + T->e[2][2], &MAT3_EYE), derivative = mat3_sub(T, &trace);
    local_block(out, 3, 3, state->dvalue, &derivative);
}

static double coupling_mesh_product(const mat3 *R, const mat3 *D)
{
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += R->e[i / 3][i % 3] * D->e[i / 3][i % 3];
    return sum;
}

/* D_k is stored by components of the shape, then of the force: R : D' is computed. */
static void eval_modal(int lanes, const state *state, const coupling_mesh *mesh, const double *loads, local *out)
{
    const modal *modal = mesh->joint->self;
    const pose at = frame_now(state, modal);
    const bool moves = modal->frame.node;
    const int first = moves ? 6 : 0;
    const double *q = modal_amplitudes(state, mesh->joint);
    mat3 B = matrix_of(loads + 6);
    for (int k = 0; k < modal->M; k++) {
        const double *of = loads + LOAD_NUMBERS + size_product(MODE_NUMBERS, k);
        const mat3 Bk = matrix_of(of), Dk = matrix_of(of + 9), rotated_back = mat3_transpose(&Dk);
        const mat3 Tk = mat3_mul(&at.R, &Bk), Sk = mat3_mul(&at.R, &Dk);
        out->r[first + k] += coupling_mesh_product(&at.R, &rotated_back);
        mat3_add_scaled(&B, q[k], &Bk);
        if (lanes > 0 && moves) {
            local_column(out, 3, first + k, state->dvalue, axial(&Tk));
            local_row(out, first + k, 3, state->dvalue, axial(&Sk));
        }
    }
    if (!moves)
        return;
    const mat3 T = mat3_mul(&at.R, &B);
    vec3_accumulate(out->r, vec3_load(loads));
    vec3_accumulate(out->r + 3, vec3_load(loads + 3));
    add_moment(lanes, state, &T, out);
}

void coupling_eval(int lanes, const state *state, const coupling_mesh *mesh, int index, const double *loads, local *out)
{
    if (mesh->joint) {
        eval_modal(lanes, state, mesh, loads, out);
        return;
    }
    const node *on = mesh->nodes[index];
    const double *load = loads + size_product(LOAD_NUMBERS, index);
    vec3_accumulate(out->r, vec3_load(load));
    if (!on->has_rotation)
        return;
    const mat3 T = moved(&state->poses[on->pose].R, load + 6);
    vec3_accumulate(out->r + 3, vec3_load(load + 3));
    add_moment(lanes, state, &T, out);
}
