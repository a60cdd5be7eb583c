/* surface.c - pressure and traction on a face, integrated over it.
 *
 *     t1 = dx/dr1,  t2 = dx/dr2,  e = t1 x t2                 of the current nodes; outward by their numbering
 *     pressure      v = - p e
 *     traction      v = |e| A A0' Rf f,   A = [ t1 / |t1|, e x t1 / |e x t1|, e / |e| ],  A0: reference
 *     absolute      v = |e0| Rf f
 *     node k        + sum w h_k v                             p, f: sums of h_k times the values at the nodes
 *
 * With a = A0' Rf f, and a = (0, 0, -p) for a pressure, L = |t1|:
 *
 *     v = (a1 |e| t1 + a2 e x t1) / L + a3 e
 *     de = - t2 x dt1 + t1 x dt2,   d|e| = e . de / |e|,   dL = t1 . dt1 / L */
#include "element/solid/shape.h"
#include "element/surface/surface.h"
#include "element/diag_rows.h"
#include "contract/sampler.h"
#include "model/frames.h"
#include "model/reading.h"
#include <string.h>

/* --- forces ------------------------------------------------------------------------------------------------------- */

static double pressure_at_node(const surface *surface, const state *state, int k)
{
    return surface->from_nodes ? node_dof_value(state, &surface->source[k]) : drive_now(surface->drive[k], state);
}

/* The load at the nodes: tractions, or pressures as the z component. */
static void load_now(const surface *surface, const state *state, vec3 *at_node)
{
    for (int k = 0; k < surface->shape->n; k++)
        at_node[k] = surface->is_pressure ? (vec3){0, 0, pressure_at_node(surface, state, k)}
                                          : tpl_drive_vec3(surface->traction[k], state);
}

/* Tangents at a point, for the current positions of the nodes or in the reference configuration. */
typedef struct {
    vec3 t1, t2, e;
} face_tangents;

static face_tangents tangents(const surface *surface, const state *state, const face_point *at)
{
    face_tangents face_tangents = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < surface->shape->n; k++) {
        const vec3 x = state ? state->poses[surface->node[k]->pose].x : surface->node[k]->initial->x;
        face_tangents.t1 = vec3_axpy(face_tangents.t1, at->derivative[k][0], x);
        face_tangents.t2 = vec3_axpy(face_tangents.t2, at->derivative[k][1], x);
    }
    face_tangents.e = vec3_cross(face_tangents.t1, face_tangents.t2);
    return face_tangents;
}

static vec3 load_at(const surface *surface, const face_point *at, const vec3 *load)
{
    vec3 sum = {0, 0, 0};
    for (int k = 0; k < surface->shape->n; k++)
        sum = vec3_axpy(sum, at->h[k], load[k]);
    return surface->is_pressure ? vec3_neg(sum) : mat3_mulv(&at->rotation, sum);
}

static vec3 force_of(const face_tangents *face_tangents, vec3 a)
{
    const double L = vec3_norm(face_tangents->t1), N = vec3_norm(face_tangents->e);
    const vec3 v =
        vec3_axpy(vec3_scale(a.x * N / L, face_tangents->t1), a.y / L, vec3_cross(face_tangents->e, face_tangents->t1));
    return vec3_axpy(v, a.z, face_tangents->e);
}

/* dv/dt1, dv/dt2 */
static void force_derivatives(const face_tangents *face_tangents, vec3 a, mat3 *by_t1, mat3 *by_t2)
{
    const double L = vec3_norm(face_tangents->t1), N = vec3_norm(face_tangents->e);
    const mat3 E1 = mat3_skew(vec3_neg(face_tangents->t2)), E2 = mat3_skew(face_tangents->t1),
               skew = mat3_skew(face_tangents->e);
    const mat3 across1 = mat3_mul(&E2, &E1), across2 = mat3_mul(&E2, &E2);
    const vec3 side = vec3_cross(face_tangents->e, face_tangents->t1), along = vec3_scale(1.0 / N, face_tangents->e);
    const mat3 first1 = mat3_outer(face_tangents->t1, mat3_tmulv(&E1, along)),
               first2 = mat3_outer(face_tangents->t1, mat3_tmulv(&E2, along));
    const mat3 shrink = mat3_outer(vec3_axpy(vec3_scale(a.x * N, face_tangents->t1), a.y, side), face_tangents->t1);
    *by_t1 = mat3_scale(a.z, &E1);
    *by_t2 = mat3_scale(a.z, &E2);
    mat3_add_scaled(by_t1, a.x / L, &first1);
    mat3_add_scaled(by_t2, a.x / L, &first2);
    mat3_add_scaled(by_t1, a.x * N / L, &MAT3_EYE);
    mat3_add_scaled(by_t1, -1.0 / (L * L * L), &shrink);
    mat3_add_scaled(by_t1, -a.y / L, &across1);
    mat3_add_scaled(by_t1, a.y / L, &skew);
    mat3_add_scaled(by_t2, -a.y / L, &across2);
}

static void add_stiffness(const surface *surface, const state *state, const face_point *at,
                          const face_tangents *face_tangents, vec3 a, local *out)
{
    mat3 by_t1, by_t2;
    force_derivatives(face_tangents, a, &by_t1, &by_t2);
    for (int l = 0; l < surface->shape->n; l++) {
        mat3 by_x = mat3_scale(at->derivative[l][0], &by_t1);
        mat3_add_scaled(&by_x, at->derivative[l][1], &by_t2);
        for (int k = 0; k < surface->shape->n; k++)
            local_block(out, surface->column[k], surface->column[l], state->dvalue * at->weight * at->h[k], &by_x);
    }
}

/* Adds the columns of pressures that are values of nodes. */
static void add_pressure_columns(const surface *surface, const state *state, const face_point *at, vec3 e, local *out)
{
    for (int l = 0; l < surface->shape->n; l++) {
        const double m = -at->weight * at->h[l] * dof_weight(state, &surface->source[l]);
        for (int k = 0; k < surface->shape->n; k++)
            for (int i = 0; i < 3; i++)
                out->J[(surface->column[k] + i) * out->ld + surface->n_columns + l] += m * at->h[k] * vec3_get(e, i);
    }
}

void surface_eval(int lanes, const state *state, const elem *element, local *out)
{
    const surface *surface = element->self;
    vec3 load[FACE_NODES];
    load_now(surface, state, load);
    for (int i = 0; i < surface->shape->n_points; i++) {
        const face_point *at = &surface->point[i];
        const vec3 a = load_at(surface, at, load);
        const face_tangents face_tangents = tangents(surface, state, at);
        const vec3 v =
            surface->is_absolute ? vec3_scale(at->area, a) : vec3_scale(at->weight, force_of(&face_tangents, a));
        for (int k = 0; k < surface->shape->n; k++)
            vec3_accumulate(out->r + surface->column[k], vec3_scale(at->h[k], v));
        if (lanes > 0 && !surface->is_absolute)
            add_stiffness(surface, state, at, &face_tangents, a, out);
        if (lanes > 0 && surface->from_nodes)
            add_pressure_columns(surface, state, at, face_tangents.e, out);
    }
}

void surface_connect(const elem *element, layout *layout)
{
    const surface *surface = element->self;
    for (int k = 0; k < surface->shape->n; k++)
        layout_node(layout, surface->node[k]);
    for (int k = 0; surface->from_nodes && k < surface->shape->n; k++)
        layout_dof(layout, &surface->source[k]);
    layout_clear(layout);
    for (int k = 0; k < surface->shape->n; k++)
        for (int m = 0; m < surface->shape->n; m++) {
            if (!surface->is_absolute)
                layout_full(layout, surface->column[k], 3, surface->column[m], 3);
            if (surface->from_nodes)
                layout_full(layout, surface->column[k], 3, surface->n_columns + m, 1);
        }
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static vec3 resultant(const surface *surface, const state *state)
{
    vec3 load[FACE_NODES], sum = {0, 0, 0};
    load_now(surface, state, load);
    for (int i = 0; i < surface->shape->n_points; i++) {
        const face_point *at = &surface->point[i];
        const vec3 a = load_at(surface, at, load);
        const face_tangents face_tangents = tangents(surface, state, at);
        sum = surface->is_absolute ? vec3_axpy(sum, at->area, a)
                                   : vec3_axpy(sum, at->weight, force_of(&face_tangents, a));
    }
    return sum;
}

void surface_output(const state *state, const elem *element, record *out)
{
    record_begin(out, element->label);
    record_name(out, "F", QUANTITY_FORCE, "resultant of the load, global frame (x, y, z)");
    record_vec3(out, resultant(element->self, state));
    record_end(out);
}

/* After the nodes of a pressure, writes its source at each of them: an abstract node, or 0 for a drive. */
void surface_log(const elem *element, record *out)
{
    const surface *surface = element->self;
    record_word(out, surface->shape->name);
    record_unsigned(out, element->label);
    for (int k = 0; k < surface->shape->n; k++)
        record_unsigned(out, surface->node[k]->label);
    for (int k = 0; surface->is_pressure && k < surface->shape->n; k++)
        record_unsigned(out, surface->from_nodes ? surface->source[k].node->label : 0);
    record_end(out);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void surface_read_nodes(reader *reader, surface *surface, const face_shape *shape)
{
    surface->shape = shape;
    for (int k = 0; k < shape->n; k++)
        surface->node[k] = read_point_node(reader, "node of the surface");
}

static void number_columns(surface *surface)
{
    for (int k = 0; k < surface->shape->n; k++) {
        surface->column[k] = surface->n_columns;
        surface->n_columns += surface->node[k]->has_rotation ? 6 : 3;
    }
}

/* Axes of the reference surface, as the columns of a matrix. */
static mat3 axes(const face_tangents *face_tangents)
{
    const vec3 side = vec3_cross(face_tangents->e, face_tangents->t1);
    return mat3_from_cols(vec3_scale(1.0 / vec3_norm(face_tangents->t1), face_tangents->t1),
                          vec3_scale(1.0 / vec3_norm(side), side),
                          vec3_scale(1.0 / vec3_norm(face_tangents->e), face_tangents->e));
}

/* Returns the first point without area, or -1 if there is none. rotation has one matrix per point, or is NULL. */
static int surface_complete(arena *memory, surface *surface, const mat3 *rotation)
{
    number_columns(surface);
    surface->point = ARENA_ARRAY(memory, face_point, surface->shape->n_points);
    for (int i = 0; i < surface->shape->n_points; i++) {
        face_point *at = &surface->point[i];
        double r[2];
        at->weight = surface->shape->point(i, r);
        surface->shape->functions(r, at->h, at->derivative);
        const face_tangents face_tangents = tangents(surface, NULL, at);
        const double area = vec3_norm(face_tangents.e);
        if (!(area > 0.0))
            return i;
        at->area = at->weight * area;
        at->rotation = rotation ? rotation[i] : MAT3_EYE;
        if (!surface->is_absolute) {
            const mat3 A0 = axes(&face_tangents);
            at->rotation = mat3_tmul(&A0, &at->rotation);
        }
    }
    return -1;
}

static void read_complete(reader *reader, elem *element, const mat3 *rotation)
{
    const int wrong = read_ok(reader) ? surface_complete(reader_arena(reader), element->self, rotation) : -1;
    if (wrong >= 0)
        read_error(reader, E_SURFACE_NORMAL, element->location, element->type->card->name, element->label, wrong + 1);
}

void read_pressure_load(reader *reader, elem *element, const face_shape *shape)
{
    static const char *const WORDS[] = {"from drives", "from nodes", NULL};
    surface *surface = element->self;
    surface->is_pressure = true;
    surface_read_nodes(reader, surface, shape);
    surface->from_nodes = read_choice(reader, WORDS, "'from drives' or 'from nodes'") == 1;
    for (int k = 0; k < shape->n; k++) {
        if (surface->from_nodes)
            surface->source[k] = (node_dof){.node = read_node(reader, "abstract", "pressure node")};
        else
            surface->drive[k] = read_drive(reader, "pressure at a node");
    }
    read_complete(reader, element, NULL);
}

void read_traction_load(reader *reader, elem *element, const face_shape *shape)
{
    static const char *const WORDS[] = {"from drives", NULL};
    surface *surface = element->self;
    mat3 rotation[FACE_POINTS];
    surface->is_absolute = read_keyword(reader, "absolute");
    surface_read_nodes(reader, surface, shape);
    read_choice(reader, WORDS, "'from drives'");
    for (int k = 0; k < shape->n; k++)
        surface->traction[k] = read_tpl_drive(reader, 3, "traction at a node");
    const bool is_rotated = read_keyword(reader, "orientation");
    for (int i = 0; is_rotated && i < shape->n_points; i++)
        rotation[i] = read_orientation_abs(reader, NULL, "orientation of the traction at a point");
    read_complete(reader, element, is_rotated ? rotation : NULL);
}

/* --- samples ------------------------------------------------------------------------------------------------------ */

static void sample_face(sampler *from, surface *surface, const face_shape *shape)
{
    /* points of a lattice, so that the face is not folded */
    static const int SQUARE[] = {8, 2, 0, 6, 5, 1, 3, 7, 4}, OTHER[] = {0, 6, 8, 2, 3, 7, 5, 1, 4};
    static const int TRIANGLE[] = {0, 6, 2, 3, 4, 1}, CUBIC[] = {0, 1, 2, 4, 5, 6, 7, 8, 9, 16};
    const bool is_other = shape->n == 9 || strcmp(shape->name, "quadrangle8r:") == 0;
    const int *at = shape->n == 6 ? TRIANGLE : is_other ? OTHER : SQUARE;
    surface->shape = shape;
    for (int k = 0; k < shape->n; k++)
        surface->node[k] = sample_point(from, shape->n == 10 ? SAMPLE_CUBIC + CUBIC[k] : 3 * at[k]);
}

void pressure_sample(sampler *from, elem *element, const face_shape *shape)
{
    surface *surface = element->self;
    surface->is_pressure = true;
    sample_face(from, surface, shape);
    surface->from_nodes = shape->n <= 8 && sample_integer(from, 0, 1);
    for (int k = 0; k < shape->n; k++) {
        surface->drive[k] = sample_drive(from);
        if (surface->from_nodes)
            surface->source[k] = sample_dof(from, k);
    }
    surface_complete(from->memory, surface, NULL);
}

void traction_sample(sampler *from, elem *element, const face_shape *shape)
{
    surface *surface = element->self;
    mat3 rotation[FACE_POINTS];
    surface->is_absolute = sample_integer(from, 0, 1);
    sample_face(from, surface, shape);
    for (int k = 0; k < shape->n; k++)
        surface->traction[k] = sample_tpl_drive(from, 3);
    for (int i = 0; i < shape->n_points; i++)
        rotation[i] = sample_rotation(from);
    surface_complete(from->memory, surface, rotation);
}
