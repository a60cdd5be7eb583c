/* modal_inertia.c - the inertia invariants of a modal body: from lumped masses, from global inertia, or as given in the
 * file.
 *
 * With f the position of a FEM node relative to the body's origin, U and V its shapes, m and J its lumped mass and
 * inertia:
 *
 *     mass = sum m        S = sum m f          J = sum - m f x f x + J
 *     I3_k = sum m U_k    I4_k = sum m f x U_k + J V_k             I8_k = sum - m f x U_k x
 *     I5_jk = sum m U_j x U_k                  I9_jk = sum m U_j x U_k x
 *     I10_k = sum V_k x J                      I11_k = sum J V_k
 *
 * Global inertia (record group 12) replaces mass, S and J; invariants of groups 14-18 replace the corresponding ones.
 * They refer to the origin of the file's coordinates; for another origin o
 *
 *     I4_k - o x I3_k     I8_k + o x I3_k x */
#include "element/modal/modal.h"
#include <stdlib.h>

typedef struct {
    arena *memory;
    modal *modal;
    const fem *fem;
    int M;
} maker;

static size_t shape_at(const maker *maker, int mode, int fem_node)
{
    return 3 * ((size_t)(maker->modal->number[mode] - 1) * (size_t)maker->fem->n_nodes + (size_t)fem_node);
}
static vec3 shape_U(const maker *maker, int mode, int i) { return vec3_load(maker->fem->U + shape_at(maker, mode, i)); }
static vec3 shape_V(const maker *maker, int mode, int i) { return vec3_load(maker->fem->V + shape_at(maker, mode, i)); }
static vec3 arm_of(const maker *maker, int i)
{
    return vec3_sub(vec3_load(maker->fem->x + 3 * i), maker->modal->origin);
}
static vec3 rotate_inertia(const double *lumped, vec3 v)
{
    return (vec3){lumped[3] * v.x, lumped[4] * v.y, lumped[5] * v.z};
}

/* --- lumped masses ------------------------------------------------------------------------------------------------ */

static void lumped_rigid(const maker *maker)
{
    modal_inertia *in = &maker->modal->inertia;
    for (int i = 0; i < maker->fem->n_nodes; i++) {
        const double *lumped = maker->fem->lumped + 6 * i;
        const vec3 f = arm_of(maker, i);
        in->mass += lumped[0];
        in->S = vec3_axpy(in->S, lumped[0], f);
        in->J = inertia_moved(&in->J, lumped[0], f);
        for (int c = 0; c < 3; c++)
            in->J.e[c][c] += lumped[3 + c];
    }
}

static void lumped_linear(const maker *maker)
{
    vec3 *I3 = ARENA_ARRAY(maker->memory, vec3, maker->M), *I4 = ARENA_ARRAY(maker->memory, vec3, maker->M);
    mat3 *I8 = ARENA_ARRAY(maker->memory, mat3, maker->M);
    for (int j = 0; j < maker->M; j++)
        for (int i = 0; i < maker->fem->n_nodes; i++) {
            const double *lumped = maker->fem->lumped + 6 * i;
            const vec3 f = arm_of(maker, i), U = shape_U(maker, j, i);
            const mat3 fU = mat3_skew_skew(f, U);
            I3[j] = vec3_axpy(I3[j], lumped[0], U);
            I4[j] = vec3_axpy(I4[j], lumped[0], vec3_cross(f, U));
            I4[j] = vec3_add(I4[j], rotate_inertia(lumped, shape_V(maker, j, i)));
            mat3_add_scaled(&I8[j], -lumped[0], &fU);
        }
    maker->modal->inertia.I3 = I3;
    maker->modal->inertia.I4 = I4;
    maker->modal->inertia.I8 = I8;
}

static void lumped_rotary(const maker *maker)
{
    mat3 *I10 = ARENA_ARRAY(maker->memory, mat3, maker->M);
    vec3 *I11 = ARENA_ARRAY(maker->memory, vec3, maker->M);
    for (int j = 0; j < maker->M; j++)
        for (int i = 0; i < maker->fem->n_nodes; i++) {
            const double *lumped = maker->fem->lumped + 6 * i;
            const vec3 V = shape_V(maker, j, i);
            const mat3 skew = mat3_skew(V), J = {{{lumped[3], 0, 0}, {0, lumped[4], 0}, {0, 0, lumped[5]}}};
            const mat3 VJ = mat3_mul(&skew, &J);
            mat3_add_scaled(&I10[j], 1, &VJ);
            I11[j] = vec3_add(I11[j], rotate_inertia(lumped, V));
        }
    maker->modal->inertia.I10 = I10;
    maker->modal->inertia.I11 = I11;
}

/* Adds the contribution of one mass with shapes U: pairs j <= l. */
static void add_pairs(double mass, const vec3 *U, int M, vec3 *I5, mat3 *I9)
{
    for (int j = 0; j < M; j++)
        for (int l = j; l < M; l++) {
            I5[j * M + l] = vec3_axpy(I5[j * M + l], mass, vec3_cross(U[j], U[l]));
            if (I9) {
                const mat3 UU = mat3_skew_skew(U[j], U[l]);
                mat3_add_scaled(&I9[j * M + l], mass, &UU);
            }
        }
}

static void lumped_quadratic(const maker *maker, bool with_I9)
{
    const int M = maker->M;
    vec3 *I5 = ARENA_ARRAY(maker->memory, vec3, (size_t)M * (size_t)M), *U = heap_resize(NULL, (size_t)M * sizeof *U);
    mat3 *I9 = with_I9 ? ARENA_ARRAY(maker->memory, mat3, (size_t)M * (size_t)M) : NULL;
    for (int i = 0; i < maker->fem->n_nodes; i++) {
        for (int j = 0; j < M; j++)
            U[j] = shape_U(maker, j, i);
        if (maker->fem->lumped[6 * i] != 0.0)
            add_pairs(maker->fem->lumped[6 * i], U, M, I5, I9);
    }
    for (int j = 1; j < M; j++)
        for (int l = 0; l < j; l++) {
            I5[j * M + l] = vec3_neg(I5[l * M + j]);
            if (I9)
                I9[j * M + l] = mat3_transpose(&I9[l * M + j]);
        }
    free(U);
    maker->modal->inertia.I5 = I5;
    maker->modal->inertia.I9 = I9;
}

/* --- given in the file -------------------------------------------------------------------------------------------- */

static void global_rigid(const maker *maker)
{
    modal_inertia *in = &maker->modal->inertia;
    const double *g = maker->fem->rigid;
    const vec3 c = vec3_sub(vec3_load(g + 1), maker->modal->origin);
    in->mass = g[0];
    in->S = vec3_scale(g[0], c);
    for (int i = 0; i < 9; i++)
        in->J.e[i / 3][i % 3] = g[4 + i];
    in->J = inertia_moved(&in->J, g[0], c);
}

/* Returns column `column` of three rows with `columns` numbers each. */
static vec3 column_of(const double *rows, size_t columns, size_t column)
{
    return (vec3){rows[column], rows[columns + column], rows[2 * columns + column]};
}

static mat3 block_of(const double *rows, size_t columns, size_t block)
{
    return mat3_from_cols(column_of(rows, columns, 3 * block), column_of(rows, columns, 3 * block + 1),
                          column_of(rows, columns, 3 * block + 2));
}

static const vec3 *given_vectors(const maker *maker, const double *rows, const vec3 *otherwise)
{
    if (!rows)
        return otherwise;
    vec3 *v = ARENA_ARRAY(maker->memory, vec3, maker->M);
    for (int j = 0; j < maker->M; j++)
        v[j] = column_of(rows, (size_t)maker->fem->n_modes, (size_t)maker->modal->number[j] - 1);
    return v;
}

static void given_linear(const maker *maker)
{
    modal_inertia *in = &maker->modal->inertia;
    const vec3 o = maker->modal->origin;
    in->I3 = given_vectors(maker, maker->fem->I3, in->I3);
    if (maker->fem->I4) {
        vec3 *I4 = ARENA_ARRAY(maker->memory, vec3, maker->M);
        const vec3 *given = given_vectors(maker, maker->fem->I4, NULL);
        for (int j = 0; j < maker->M; j++)
            I4[j] = in->I3 ? vec3_sub(given[j], vec3_cross(o, in->I3[j])) : given[j];
        in->I4 = I4;
    }
    if (maker->fem->I8) {
        mat3 *I8 = ARENA_ARRAY(maker->memory, mat3, maker->M);
        for (int j = 0; j < maker->M; j++) {
            I8[j] = block_of(maker->fem->I8, 3 * (size_t)maker->fem->n_modes, (size_t)maker->modal->number[j] - 1);
            const mat3 shift = mat3_skew_skew(o, in->I3 ? in->I3[j] : (vec3){0, 0, 0});
            mat3_add_scaled(&I8[j], 1, &shift);
        }
        in->I8 = I8;
    }
}

/* Index of a pair of modes; the first mode of the pair varies fastest in the file. I5 changes sign when the modes are
 * exchanged, I9 is transposed; both properties are enforced exactly. */
static size_t pair_at(const maker *maker, int j, int l)
{
    return (size_t)(maker->modal->number[l] - 1) + (size_t)(maker->modal->number[j] - 1) * (size_t)maker->fem->n_modes;
}

static void given_quadratic(const maker *maker)
{
    const int M = maker->M;
    const size_t pairs = (size_t)maker->fem->n_modes * (size_t)maker->fem->n_modes;
    if (maker->fem->I5) {
        vec3 *I5 = ARENA_ARRAY(maker->memory, vec3, (size_t)M * (size_t)M);
        for (int j = 0; j < M; j++)
            for (int l = 0; l < M; l++) {
                const vec3 a = column_of(maker->fem->I5, pairs, pair_at(maker, j, l)),
                           b = column_of(maker->fem->I5, pairs, pair_at(maker, l, j));
                I5[j * M + l] = vec3_scale(0.5, vec3_sub(a, b));
            }
        maker->modal->inertia.I5 = I5;
    }
    if (maker->fem->I9) {
        mat3 *I9 = ARENA_ARRAY(maker->memory, mat3, (size_t)M * (size_t)M);
        for (int j = 0; j < M; j++)
            for (int l = 0; l < M; l++) {
                const mat3 a = block_of(maker->fem->I9, 3 * pairs, pair_at(maker, j, l)),
                           b = block_of(maker->fem->I9, 3 * pairs, pair_at(maker, l, j));
                const mat3 bt = mat3_transpose(&b), sum = mat3_add(&a, &bt);
                I9[j * M + l] = mat3_scale(0.5, &sum);
            }
        maker->modal->inertia.I9 = I9;
    }
}

void modal_make_inertia(arena *memory, modal *modal, bool with_I9)
{
    const maker maker = {.memory = memory, .modal = modal, .fem = &modal->data, .M = modal->M};
    if (modal->data.lumped) {
        lumped_rigid(&maker);
        lumped_linear(&maker);
        lumped_rotary(&maker);
        lumped_quadratic(&maker, with_I9);
    }
    if (modal->data.rigid)
        global_rigid(&maker);
    given_linear(&maker);
    given_quadratic(&maker);
}

/* --- stress stiffening -------------------------------------------------------------------------------------------- */

static const double *selected(const maker *maker, const double *from)
{
    double *to = ARENA_ARRAY(maker->memory, double, (size_t)maker->M *(size_t)maker->M);
    for (int j = 0; j < maker->M; j++)
        for (int l = 0; l < maker->M; l++)
            to[j * maker->M + l] = from[(size_t)(maker->modal->number[j] - 1) * (size_t)maker->fem->n_modes +
                                        (size_t)(maker->modal->number[l] - 1)];
    return to;
}

void modal_make_stiffening(arena *memory, modal *modal)
{
    const maker maker = {.memory = memory, .modal = modal, .fem = &modal->data, .M = modal->M};
    modal_stiffening *list = ARENA_ARRAY(memory, modal_stiffening, modal->data.n_stiffening);
    int n = 0;
    for (int i = 0; i < modal->data.n_stiffening; i++) {
        const int component = modal->data.stiffening[i].index - 1;
        const double *K = selected(&maker, modal->data.stiffening[i].K);
        const int interface = component < 12 ? -1 : (component - 12) / 6;
        if (interface < modal->n_interfaces)
            list[n++] = (modal_stiffening){
                .interface = interface, .component = interface < 0 ? component : (component - 12) % 6, .K = K};
    }
    modal->n_stiffening = n;
    modal->stiffening = list;
}
