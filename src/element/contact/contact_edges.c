/* contact_edges.c - edges of two shapes that cross: axes of capsules and cylinders, edges of boxes, rims and meshes.
 *
 * Two lines along a, b with the middles d apart are nearest to each other at
 *
 *     s = (b.a b.d - a.d)/(1 - (a.b)^2),   t = (b.d - a.b a.d)/(1 - (a.b)^2)
 *     p: from the point of the second to that of the first
 *
 *     with a radius:   n = p/|p|,             g = |p| - r1 - r2
 *     both sharp:      n = +-a x b/|a x b|,   g = n . p
 *
 * Sharp edges count where their shape lies behind them: no face beside an edge rises against the normal by more than
 * SLOPE, so that the edges of faces that lie flat on each other count. That decides about the sign; and not deep, where
 * it is another side of the shape that faces the other. */
#include "element/contact/contact.h"
#include "math/jet_functions.h"
#include <math.h>

static const double SLOPE = 0.05;
enum { LEAST_SINE_SQUARED = 100 }; /* 1/100: edges at a smaller angle count as parallel */

static void line_of(int n, const shape_edge *e, const jet_node *nd, jet3 *middle, jet3 *along)
{
    jet3 arm;
    jet_node_arm(n, &arm, nd, e->middle);
    jet3_add(n, middle, &nd->x, 1.0, &arm);
    jet_node_arm(n, along, nd, e->along);
}

/* Places along both; false when they are nearest at an end of one. */
static bool cross_places(int n, const shape_edge *const e[2], const jet3 x[2], const jet3 u[2], jet1 at[2])
{
    jet3 d;
    jet1 ab, ad, bd, sine, t;
    jet3_add(n, &d, &x[0], -1.0, &x[1]);
    jet3_dot(n, &ab, &u[0], &u[1]);
    jet3_dot(n, &ad, &u[0], &d);
    jet3_dot(n, &bd, &u[1], &d);
    sine = ab;
    jet1_mul_by(n, &sine, &ab);
    jet1_chain_by(n, &sine, 1.0 - sine.v, -1.0);
    if (sine.v * LEAST_SINE_SQUARED < 1.0)
        return false;
    at[0] = ab;
    jet1_mul_by(n, &at[0], &bd);
    jet1_add_to(n, &at[0], -1.0, &ad);
    jet1_div_by(n, &at[0], &sine);
    t = ab;
    jet1_mul_by(n, &t, &ad);
    at[1] = bd;
    jet1_add_to(n, &at[1], -1.0, &t);
    jet1_div_by(n, &at[1], &sine);
    return fabs(at[0].v) < e[0]->half && fabs(at[1].v) < e[1]->half;
}

/* The shape lies behind its edge, seen along n. */
static bool is_behind(const shape_edge *e, const jet_node *nd, vec3 n)
{
    for (int i = 0; i < e->n_into; i++) {
        jet3 into;
        jet_node_arm(0, &into, nd, e->inward[i]);
        if (vec3_dot(n, jet3_value(&into)) > SLOPE)
            return false;
    }
    return true;
}

static bool face_each_other(const shape_edge *const e[2], const touch *t, double sign)
{
    const vec3 n = vec3_scale(sign, jet3_value(&t->n));
    return is_behind(e[0], &t->node[0], vec3_scale(-1.0, n)) && is_behind(e[1], &t->node[1], n);
}

/* Normal and gap of two sharp edges. */
static bool touch_sharp(int n, const shape_edge *const e[2], const jet3 u[2], const jet3 *p, double deepest, touch *t)
{
    jet3 across, up;
    jet1 length;
    jet3_cross(n, &across, &u[0], &u[1]);
    jet3_unit(n, &t->n, &across, &length);
    if (!face_each_other(e, t, 1.0)) {
        if (!face_each_other(e, t, -1.0))
            return false;
        up = t->n;
        jet3_scale(n, &t->n, -1.0, &up);
    }
    jet3_dot(n, &t->g, &t->n, p);
    return t->g.v > -deepest;
}

/* A mesh may be flat: a twentieth of its diagonal. */
static double deepest_of(const contact_shape *s)
{
    return s->kind == SHAPE_MESH ? 0.05 * vec3_norm(vec3_sub(s->high, s->low)) : 0.5 * shape_size(s);
}

bool touch_edges(int n, const contact_shape *a, const contact_shape *b, int pair, touch *t)
{
    const int both = -1 - pair;
    const shape_edge *const e[2] = {&a->edge[both / b->n_edges], &b->edge[both % b->n_edges]};
    jet3 x[2], u[2], p[2], step, apart, rel;
    jet1 at[2];
    for (int i = 0; i < 2; i++)
        line_of(n, e[i], &t->node[i], &x[i], &u[i]);
    if (!cross_places(n, e, x, u, at))
        return false;
    for (int i = 0; i < 2; i++) {
        jet3_mul1(n, &step, &at[i], &u[i]);
        jet3_add(n, &p[i], &x[i], 1.0, &step);
    }
    jet3_add(n, &apart, &p[0], -1.0, &p[1]);
    const double r = e[0]->r + e[1]->r;
    if (r > 0.0) {
        jet3_unit(n, &t->n, &apart, &t->g);
        t->g.v -= r;
        if (!face_each_other(e, t, 1.0))
            return false;
    } else if (!touch_sharp(n, e, u, &apart, fmin(deepest_of(a), deepest_of(b)), t)) {
        return false;
    }
    jet3_add(n, &t->arm[0], &p[0], -1.0, &t->node[0].x);
    jet3_add(n, &rel, &p[0], -1.0, &t->node[1].x);
    touch_between(n, t, &rel, e[0]->r);
    return true;
}

bool axes_cross(const contact_shape *a, const contact_shape *b, const touch *t)
{
    if (a->kind != SHAPE_CAPSULE || b->kind != SHAPE_CAPSULE)
        return false;
    const shape_edge *const e[2] = {a->edge, b->edge};
    jet3 x[2], u[2];
    jet1 at[2];
    for (int i = 0; i < 2; i++)
        line_of(0, e[i], &t->node[i], &x[i], &u[i]);
    return cross_places(0, e, x, u, at);
}

/* --- the edges of a shape ----------------------------------------------------------------------------------------- */

enum { RIM_EDGES = 16 };

static shape_edge edge_between(const contact_shape *s, vec3 p, vec3 q, double r)
{
    const vec3 d = vec3_sub(q, p), middle = vec3_scale(0.5, vec3_add(p, q));
    const double l = vec3_norm(d);
    return (shape_edge){.middle = vec3_add(s->o, mat3_mulv(&s->R, middle)),
                        .along = mat3_mulv(&s->R, vec3_scale(1.0 / l, d)),
                        .half = 0.5 * l,
                        .r = r};
}

static void into(const contact_shape *s, shape_edge *e, vec3 direction)
{
    e->inward[e->n_into++] = mat3_mulv(&s->R, vec3_scale(1.0 / vec3_norm(direction), direction));
}

static shape_edge axis_edge(const contact_shape *s)
{
    return edge_between(s, (vec3){0, 0, -s->h}, (vec3){0, 0, s->h}, s->r);
}

/* Four along each axis. */
static int box_edges(const contact_shape *s, shape_edge *to)
{
    const double half[3] = {s->half.x, s->half.y, s->half.z};
    for (int i = 0; i < 12; i++) {
        const int k = i / 4, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        const double up1 = i & 1 ? 1.0 : -1.0, up2 = i & 2 ? 1.0 : -1.0;
        double p[3], d1[3] = {0}, d2[3] = {0};
        p[k] = -half[k], p[k1] = up1 * half[k1], p[k2] = up2 * half[k2];
        d1[k1] = -up1, d2[k2] = -up2;
        const vec3 from = vec3_load(p);
        p[k] = half[k];
        to[i] = edge_between(s, from, vec3_load(p), 0.0);
        into(s, &to[i], vec3_load(d1));
        into(s, &to[i], vec3_load(d2));
    }
    return 12;
}

/* The axis, and the sides of both rims between their probes. */
static int cylinder_edges(const contact_shape *s, shape_edge *to)
{
    static const double TURN = 6.283185307179586;
    to[0] = axis_edge(s);
    for (int i = 0; i < 2 * RIM_EDGES; i++) {
        const int corner = i / 2;
        const double from = TURN * corner / RIM_EDGES, till = TURN * (corner + 1) / RIM_EDGES, up = i % 2 ? 1.0 : -1.0;
        const vec3 p = {s->r * cos(from), s->r * sin(from), up * s->h};
        const vec3 q = {s->r * cos(till), s->r * sin(till), up * s->h};
        to[1 + i] = edge_between(s, p, q, 0.0);
        into(s, &to[1 + i], (vec3){-p.x - q.x, -p.y - q.y, 0});
        into(s, &to[1 + i], (vec3){0, 0, -up});
    }
    return 1 + 2 * RIM_EDGES;
}

/* In the plane of the face, at right angles to its side k. */
static vec3 face_inward(const shape_face *f, int k) { return vec3_cross(f->n, vec3_sub(f->v[(k + 1) % 3], f->v[k])); }

static bool is_same(vec3 p, vec3 q) { return p.x == q.x && p.y == q.y && p.z == q.z; }

/* The side of another face that is the side k of this one, run the other way; NULL: of none. */
static const shape_face *neighbour(const contact_shape *s, const shape_face *f, int k, int *side)
{
    const vec3 p = f->v[k], q = f->v[(k + 1) % 3];
    for (int j = 0; j < s->n_faces; j++)
        for (*side = 0; *side < 3; ++*side)
            if (is_same(s->face[j].v[*side], q) && is_same(s->face[j].v[(*side + 1) % 3], p))
                return &s->face[j];
    return NULL;
}

/* Each once; those within a plane, and those of valleys, touch nothing that their faces do not. */
static int mesh_edges(const contact_shape *s, shape_edge *to)
{
    int n = 0;
    for (int i = 0; i < 3 * s->n_faces; i++) {
        const shape_face *f = &s->face[i / 3];
        const int k = i % 3;
        int side;
        const shape_face *other = neighbour(s, f, k, &side);
        if (other) {
            const vec3 in = face_inward(other, side);
            if (other < f || vec3_dot(f->n, in) > -SLOPE * vec3_norm(in))
                continue;
        }
        to[n] = edge_between(s, f->v[k], f->v[(k + 1) % 3], 0.0);
        into(s, &to[n], face_inward(f, k));
        if (other)
            into(s, &to[n], face_inward(other, side));
        n++;
    }
    return n;
}

void shape_edges(contact_shape *s, arena *memory)
{
    shape_edge *to = ARENA_ARRAY(memory, shape_edge, s->kind == SHAPE_MESH ? 3 * s->n_faces : 1 + 2 * RIM_EDGES);
    s->edge = to;
    if (s->kind == SHAPE_CAPSULE)
        to[s->n_edges++] = axis_edge(s);
    else if (s->kind == SHAPE_BOX)
        s->n_edges = box_edges(s, to);
    else if (s->kind == SHAPE_CYLINDER)
        s->n_edges = cylinder_edges(s, to);
    else if (s->kind == SHAPE_MESH)
        s->n_edges = mesh_edges(s, to);
}
