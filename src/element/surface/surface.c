/* surface.c - pressure and traction on a face, integrated over it.
 *
 *     t1 = dx/dr1,  t2 = dx/dr2,  e = t1 x t2                 as the nodes are now, by numbering outwards
 *     pressure      v = - p e
 *     traction      v = |e| A A0' Rf f,   A = [ t1 / |t1|, e x t1 / |e x t1|, e / |e| ],  A0: at rest
 *     absolute      v = |e0| Rf f
 *     node k        + sum w h_k v                             p, f: sums of h_k times the values at the nodes
 *
 * With a = A0' Rf f, and a = (0, 0, -p) for a pressure, L = |t1|:
 *
 *     v = (a1 |e| t1 + a2 e x t1) / L + a3 e
 *     de = - t2 x dt1 + t1 x dt2,   d|e| = e . de / |e|,   dL = t1 . dt1 / L */
#include "element/surface/surface.h"
#include "element/diag_rows.h"
#include "contract/sampler.h"
#include "model/frames.h"
#include "model/reading.h"
#include <string.h>

/* --- forces ------------------------------------------------------------------------------------------------------- */

static double pressure_at_node(const surface *f, const state *s, int k)
{
    return f->from_nodes ? node_dof_value(s, &f->source[k]) : drive_now(f->drive[k], s);
}

/* The load at the nodes: tractions, or pressures in the place of z. */
static void load_now(const surface *f, const state *s, vec3 *at_node)
{
    for (int k = 0; k < f->shape->n; k++)
        at_node[k] = f->is_pressure ? (vec3){0, 0, pressure_at_node(f, s, k)} : tpl_drive_vec3(f->traction[k], s);
}

/* Tangents at a point; of the nodes' positions now, or at rest. */
typedef struct {
    vec3 t1, t2, e;
} face_tangents;

static face_tangents tangents(const surface *f, const state *s, const face_point *at)
{
    face_tangents t = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < f->shape->n; k++) {
        const vec3 x = s ? s->poses[f->node[k]->pose].x : f->node[k]->initial->x;
        t.t1 = vec3_axpy(t.t1, at->slope[k][0], x);
        t.t2 = vec3_axpy(t.t2, at->slope[k][1], x);
    }
    t.e = vec3_cross(t.t1, t.t2);
    return t;
}

static vec3 load_at(const surface *f, const face_point *at, const vec3 *load)
{
    vec3 sum = {0, 0, 0};
    for (int k = 0; k < f->shape->n; k++)
        sum = vec3_axpy(sum, at->h[k], load[k]);
    return f->is_pressure ? vec3_neg(sum) : mat3_mulv(&at->turn, sum);
}

static vec3 force_of(const face_tangents *t, vec3 a)
{
    const double L = vec3_norm(t->t1), N = vec3_norm(t->e);
    const vec3 v = vec3_axpy(vec3_scale(a.x * N / L, t->t1), a.y / L, vec3_cross(t->e, t->t1));
    return vec3_axpy(v, a.z, t->e);
}

/* dv/dt1, dv/dt2 */
static void force_slopes(const face_tangents *t, vec3 a, mat3 *by_t1, mat3 *by_t2)
{
    const double L = vec3_norm(t->t1), N = vec3_norm(t->e);
    const mat3 E1 = mat3_skew(vec3_neg(t->t2)), E2 = mat3_skew(t->t1), skew = mat3_skew(t->e);
    const mat3 across1 = mat3_mul(&E2, &E1), across2 = mat3_mul(&E2, &E2);
    const vec3 side = vec3_cross(t->e, t->t1), along = vec3_scale(1.0 / N, t->e);
    const mat3 first1 = mat3_outer(t->t1, mat3_tmulv(&E1, along)), first2 = mat3_outer(t->t1, mat3_tmulv(&E2, along));
    const mat3 shrink = mat3_outer(vec3_axpy(vec3_scale(a.x * N, t->t1), a.y, side), t->t1);
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

static void add_stiffness(const surface *f, const state *s, const face_point *at, const face_tangents *t, vec3 a,
                          local *out)
{
    mat3 by_t1, by_t2;
    force_slopes(t, a, &by_t1, &by_t2);
    for (int l = 0; l < f->shape->n; l++) {
        mat3 by_x = mat3_scale(at->slope[l][0], &by_t1);
        mat3_add_scaled(&by_x, at->slope[l][1], &by_t2);
        for (int k = 0; k < f->shape->n; k++)
            local_block(out, f->column[k], f->column[l], s->dvalue * at->weight * at->h[k], &by_x);
    }
}

/* Pressures that are values of nodes. */
static void add_pressure_columns(const surface *f, const state *s, const face_point *at, vec3 e, local *out)
{
    for (int l = 0; l < f->shape->n; l++) {
        const double m = -at->weight * at->h[l] * dof_weight(s, &f->source[l]);
        for (int k = 0; k < f->shape->n; k++)
            for (int i = 0; i < 3; i++)
                out->J[(f->column[k] + i) * out->ld + f->n_columns + l] += m * at->h[k] * vec3_get(e, i);
    }
}

void surface_eval(int n, const state *s, const elem *e, local *out)
{
    const surface *f = e->self;
    vec3 load[FACE_NODES];
    load_now(f, s, load);
    for (int i = 0; i < f->shape->n_points; i++) {
        const face_point *at = &f->point[i];
        const vec3 a = load_at(f, at, load);
        const face_tangents t = tangents(f, s, at);
        const vec3 v = f->is_absolute ? vec3_scale(at->area, a) : vec3_scale(at->weight, force_of(&t, a));
        for (int k = 0; k < f->shape->n; k++)
            vec3_accumulate(out->r + f->column[k], vec3_scale(at->h[k], v));
        if (n > 0 && !f->is_absolute)
            add_stiffness(f, s, at, &t, a, out);
        if (n > 0 && f->from_nodes)
            add_pressure_columns(f, s, at, t.e, out);
    }
}

void surface_connect(const elem *e, layout *l)
{
    const surface *f = e->self;
    for (int k = 0; k < f->shape->n; k++)
        layout_node(l, f->node[k]);
    for (int k = 0; f->from_nodes && k < f->shape->n; k++)
        layout_dof(l, &f->source[k]);
    layout_clear(l);
    for (int k = 0; k < f->shape->n; k++)
        for (int m = 0; m < f->shape->n; m++) {
            if (!f->is_absolute)
                layout_full(l, f->column[k], 3, f->column[m], 3);
            if (f->from_nodes)
                layout_full(l, f->column[k], 3, f->n_columns + m, 1);
        }
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static vec3 resultant(const surface *f, const state *s)
{
    vec3 load[FACE_NODES], sum = {0, 0, 0};
    load_now(f, s, load);
    for (int i = 0; i < f->shape->n_points; i++) {
        const face_point *at = &f->point[i];
        const vec3 a = load_at(f, at, load);
        const face_tangents t = tangents(f, s, at);
        sum = f->is_absolute ? vec3_axpy(sum, at->area, a) : vec3_axpy(sum, at->weight, force_of(&t, a));
    }
    return sum;
}

void surface_output(const state *s, const elem *e, record *out)
{
    record_begin(out, e->label);
    record_name(out, "F", QUANTITY_FORCE, "resultant of the load, global frame (x, y, z)");
    record_vec3(out, resultant(e->self, s));
    record_end(out);
}

/* Behind the nodes of a pressure: where it comes from at each of them, an abstract node or 0 for a drive. */
void surface_log(const elem *e, record *out)
{
    const surface *f = e->self;
    record_word(out, f->shape->name);
    record_unsigned(out, e->label);
    for (int k = 0; k < f->shape->n; k++)
        record_unsigned(out, f->node[k]->label);
    for (int k = 0; f->is_pressure && k < f->shape->n; k++)
        record_unsigned(out, f->from_nodes ? f->source[k].node->label : 0);
    record_end(out);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void surface_read_nodes(reader *r, surface *f, const face_shape *shape)
{
    f->shape = shape;
    for (int k = 0; k < shape->n; k++)
        f->node[k] = read_point_node(r, "node of the surface");
}

static void number_columns(surface *f)
{
    for (int k = 0; k < f->shape->n; k++) {
        f->column[k] = f->n_columns;
        f->n_columns += f->node[k]->has_rotation ? 6 : 3;
    }
}

/* Axes of the surface at rest, as the columns of a matrix. */
static mat3 axes(const face_tangents *t)
{
    const vec3 side = vec3_cross(t->e, t->t1);
    return mat3_from_cols(vec3_scale(1.0 / vec3_norm(t->t1), t->t1), vec3_scale(1.0 / vec3_norm(side), side),
                          vec3_scale(1.0 / vec3_norm(t->e), t->e));
}

/* The first point without area, -1: none. turn: of each point, or NULL. */
static int surface_complete(arena *memory, surface *f, const mat3 *turn)
{
    number_columns(f);
    f->point = ARENA_ARRAY(memory, face_point, f->shape->n_points);
    for (int i = 0; i < f->shape->n_points; i++) {
        face_point *at = &f->point[i];
        double r[2];
        at->weight = f->shape->point(i, r);
        f->shape->functions(r, at->h, at->slope);
        const face_tangents t = tangents(f, NULL, at);
        const double area = vec3_norm(t.e);
        if (!(area > 0.0))
            return i;
        at->area = at->weight * area;
        at->turn = turn ? turn[i] : MAT3_EYE;
        if (!f->is_absolute) {
            const mat3 A0 = axes(&t);
            at->turn = mat3_tmul(&A0, &at->turn);
        }
    }
    return -1;
}

static void read_complete(reader *r, elem *e, const mat3 *turn)
{
    const int wrong = read_ok(r) ? surface_complete(reader_arena(r), e->self, turn) : -1;
    if (wrong >= 0)
        read_error(r, E_SURFACE_NORMAL, e->where, e->type->card->name, e->label, wrong + 1);
}

void read_pressure_load(reader *r, elem *e, const face_shape *shape)
{
    static const char *const WORDS[] = {"from drives", "from nodes", NULL};
    surface *f = e->self;
    f->is_pressure = true;
    surface_read_nodes(r, f, shape);
    f->from_nodes = read_choice(r, WORDS, "'from drives' or 'from nodes'") == 1;
    for (int k = 0; k < shape->n; k++) {
        if (f->from_nodes)
            f->source[k] = (node_dof){.node = read_node(r, "abstract", "pressure node")};
        else
            f->drive[k] = read_drive(r, "pressure at a node");
    }
    read_complete(r, e, NULL);
}

void read_traction_load(reader *r, elem *e, const face_shape *shape)
{
    static const char *const WORDS[] = {"from drives", NULL};
    surface *f = e->self;
    mat3 turn[FACE_POINTS];
    f->is_absolute = read_keyword(r, "absolute");
    surface_read_nodes(r, f, shape);
    read_choice(r, WORDS, "'from drives'");
    for (int k = 0; k < shape->n; k++)
        f->traction[k] = read_tpl_drive(r, 3, "traction at a node");
    const bool is_turned = read_keyword(r, "orientation");
    for (int i = 0; is_turned && i < shape->n_points; i++)
        turn[i] = read_orientation_abs(r, NULL, "orientation of the traction at a point");
    read_complete(r, e, is_turned ? turn : NULL);
}

/* --- samples ------------------------------------------------------------------------------------------------------ */

static void sample_face(sampler *from, surface *f, const face_shape *shape)
{
    /* points of a lattice, so that the face is not folded */
    static const int SQUARE[] = {8, 2, 0, 6, 5, 1, 3, 7, 4}, OTHER[] = {0, 6, 8, 2, 3, 7, 5, 1, 4};
    static const int TRIANGLE[] = {0, 6, 2, 3, 4, 1};
    const bool is_other = shape->n == 9 || strcmp(shape->name, "quadrangle8r:") == 0;
    const int *at = shape->n == 6 ? TRIANGLE : is_other ? OTHER : SQUARE;
    f->shape = shape;
    for (int k = 0; k < shape->n; k++)
        f->node[k] = sample_point(from, 3 * at[k]);
}

void pressure_sample(sampler *from, elem *e, const face_shape *shape)
{
    surface *f = e->self;
    f->is_pressure = true;
    sample_face(from, f, shape);
    f->from_nodes = shape->n <= 8 && sample_integer(from, 0, 1);
    for (int k = 0; k < shape->n; k++) {
        f->drive[k] = sample_drive(from);
        if (f->from_nodes)
            f->source[k] = sample_dof(from, k);
    }
    surface_complete(from->memory, f, NULL);
}

void traction_sample(sampler *from, elem *e, const face_shape *shape)
{
    surface *f = e->self;
    mat3 turn[FACE_POINTS];
    f->is_absolute = sample_integer(from, 0, 1);
    sample_face(from, f, shape);
    for (int k = 0; k < shape->n; k++)
        f->traction[k] = sample_tpl_drive(from, 3);
    for (int i = 0; i < shape->n_points; i++)
        turn[i] = sample_rotation(from);
    surface_complete(from->memory, f, turn);
}
