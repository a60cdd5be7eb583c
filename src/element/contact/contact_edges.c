/* contact_edges.c - crossing edges of two shapes: axes of capsules and cylinders, edges of boxes, rims and meshes.
 *
 * Two lines along a, b with distance d between their midpoints are nearest to each other at
 *
 *     s = (b.a b.d - a.d)/(1 - (a.b)^2),   t = (b.d - a.b a.d)/(1 - (a.b)^2)
 *     p: from the nearest point of the second to that of the first
 *
 *     with a radius:   n = p/|p|,             g = |p| - r1 - r2
 *     both sharp:      n = +-a x b/|a x b|,   g = n . p
 *
 * Sharp edges are considered if their shape lies behind them: no face adjacent to an edge rises against the normal by
 * more than LEAST_INCLINATION, so that the edges of faces that lie flat on each other are included. This determines the
 * sign of n. Deep penetrations are excluded: there another side of the shape faces the other one. */
#include "element/contact/contact.h"
#include "math/jet_functions.h"
#include <math.h>

static const double LEAST_INCLINATION = 0.05;
enum { LEAST_SINE_SQUARED = 100 }; /* 1/100: edges at a smaller angle are considered parallel */

static void line_of(int lanes, const shape_edge *shape_edge, const jet_node *nd, jet3 *middle, jet3 *along)
{
    jet3 arm;
    jet_node_arm(lanes, &arm, nd, shape_edge->middle);
    jet3_add(lanes, middle, &nd->x, 1.0, &arm);
    jet_node_arm(lanes, along, nd, shape_edge->along);
}

/* Computes the abscissae of the nearest points on both; returns false if one of them is an end. */
static bool cross_columns(int lanes, const shape_edge *const e[2], const jet3 x[2], const jet3 u[2], jet1 at[2])
{
    jet3 d;
    jet1 ab, ad, bd, sine, t;
    jet3_add(lanes, &d, &x[0], -1.0, &x[1]);
    jet3_dot(lanes, &ab, &u[0], &u[1]);
    jet3_dot(lanes, &ad, &u[0], &d);
    jet3_dot(lanes, &bd, &u[1], &d);
    sine = ab;
    jet1_mul_by(lanes, &sine, &ab);
    jet1_chain_by(lanes, &sine, 1.0 - sine.v, -1.0);
    if (sine.v * LEAST_SINE_SQUARED < 1.0)
        return false;
    at[0] = ab;
    jet1_mul_by(lanes, &at[0], &bd);
    jet1_add_to(lanes, &at[0], -1.0, &ad);
    jet1_div_by(lanes, &at[0], &sine);
    t = ab;
    jet1_mul_by(lanes, &t, &ad);
    at[1] = bd;
    jet1_add_to(lanes, &at[1], -1.0, &t);
    jet1_div_by(lanes, &at[1], &sine);
    return fabs(at[0].v) < e[0]->half && fabs(at[1].v) < e[1]->half;
}

/* True if the shape lies behind its edge with respect to n. */
static bool is_behind(const shape_edge *shape_edge, const jet_node *nd, vec3 n)
{
    for (int i = 0; i < shape_edge->n_into; i++) {
        jet3 into;
        jet_node_arm(0, &into, nd, shape_edge->inward[i]);
        if (vec3_dot(n, jet3_value(&into)) > LEAST_INCLINATION)
            return false;
    }
    return true;
}

static bool face_each_other(const shape_edge *const e[2], const touch *touch, double sign)
{
    const vec3 n = vec3_scale(sign, jet3_value(&touch->n));
    return is_behind(e[0], &touch->node[0], vec3_scale(-1.0, n)) && is_behind(e[1], &touch->node[1], n);
}

/* Computes normal and gap of two sharp edges. */
static bool touch_sharp(int lanes, const shape_edge *const e[2], const jet3 u[2], const jet3 *p, double deepest,
                        touch *touch)
{
    jet3 across, up;
    jet1 length;
    jet3_cross(lanes, &across, &u[0], &u[1]);
    jet3_unit(lanes, &touch->n, &across, &length);
    if (!face_each_other(e, touch, 1.0)) {
        if (!face_each_other(e, touch, -1.0))
            return false;
        up = touch->n;
        jet3_scale(lanes, &touch->n, -1.0, &up);
    }
    jet3_dot(lanes, &touch->g, &touch->n, p);
    return touch->g.v > -deepest;
}

/* Half of the smallest dimension; since a mesh may be flat, a twentieth of its diagonal. */
static double deepest_of(const contact_shape *shape)
{
    return shape->kind == SHAPE_MESH ? 0.05 * vec3_norm(vec3_sub(shape->high, shape->low)) : 0.5 * shape_size(shape);
}

bool touch_edges(int n, const contact_shape *a, const contact_shape *b, int pair, touch *touch)
{
    const int both = -1 - pair;
    const shape_edge *const e[2] = {&a->edge[both / b->n_edges], &b->edge[both % b->n_edges]};
    jet3 x[2], u[2], p[2], step, apart, rel;
    jet1 at[2];
    for (int i = 0; i < 2; i++)
        line_of(n, e[i], &touch->node[i], &x[i], &u[i]);
    if (!cross_columns(n, e, x, u, at))
        return false;
    for (int i = 0; i < 2; i++) {
        jet3_mul1(n, &step, &at[i], &u[i]);
        jet3_add(n, &p[i], &x[i], 1.0, &step);
    }
    jet3_add(n, &apart, &p[0], -1.0, &p[1]);
    const double r = e[0]->r + e[1]->r;
    if (r > 0.0) {
        jet3_unit(n, &touch->n, &apart, &touch->g);
        touch->g.v -= r;
        if (!face_each_other(e, touch, 1.0))
            return false;
    } else if (!touch_sharp(n, e, u, &apart, fmin(deepest_of(a), deepest_of(b)), touch)) {
        return false;
    }
    jet3_add(n, &touch->arm[0], &p[0], -1.0, &touch->node[0].x);
    jet3_add(n, &rel, &p[0], -1.0, &touch->node[1].x);
    touch_between(n, touch, &rel, e[0]->r);
    return true;
}

bool axes_cross(const contact_shape *a, const contact_shape *b, const touch *touch)
{
    if (a->kind != SHAPE_CAPSULE || b->kind != SHAPE_CAPSULE)
        return false;
    const shape_edge *const e[2] = {a->edge, b->edge};
    jet3 x[2], u[2];
    jet1 at[2];
    for (int i = 0; i < 2; i++)
        line_of(0, e[i], &touch->node[i], &x[i], &u[i]);
    return cross_columns(0, e, x, u, at);
}

/* --- the edges of a shape ----------------------------------------------------------------------------------------- */

enum { RIM_EDGES = 16 };

static shape_edge edge_between(const contact_shape *shape, vec3 p, vec3 q, double r)
{
    const vec3 d = vec3_sub(q, p), middle = vec3_scale(0.5, vec3_add(p, q));
    const double l = vec3_norm(d);
    return (shape_edge){.middle = vec3_add(shape->o, mat3_mulv(&shape->R, middle)),
                        .along = mat3_mulv(&shape->R, vec3_scale(1.0 / l, d)),
                        .half = 0.5 * l,
                        .r = r};
}

static void into(const contact_shape *shape, shape_edge *shape_edge, vec3 direction)
{
    shape_edge->inward[shape_edge->n_into++] = mat3_mulv(&shape->R, vec3_scale(1.0 / vec3_norm(direction), direction));
}

static shape_edge axis_edge(const contact_shape *shape)
{
    return edge_between(shape, (vec3){0, 0, -shape->h}, (vec3){0, 0, shape->h}, shape->r);
}

/* Adds four edges along each axis. */
static int box_edges(const contact_shape *shape, shape_edge *to)
{
    const double half[3] = {shape->half.x, shape->half.y, shape->half.z};
    for (int i = 0; i < 12; i++) {
        const int k = i / 4, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        const double up1 = i & 1 ? 1.0 : -1.0, up2 = i & 2 ? 1.0 : -1.0;
        double p[3], d1[3] = {0}, d2[3] = {0};
        p[k] = -half[k], p[k1] = up1 * half[k1], p[k2] = up2 * half[k2];
        d1[k1] = -up1, d2[k2] = -up2;
        const vec3 from = vec3_load(p);
        p[k] = half[k];
        to[i] = edge_between(shape, from, vec3_load(p), 0.0);
        into(shape, &to[i], vec3_load(d1));
        into(shape, &to[i], vec3_load(d2));
    }
    return 12;
}

/* Adds the axis, and the sides of both rims between their probes. */
static int cylinder_edges(const contact_shape *shape, shape_edge *to)
{
    static const double ROTATION = 6.283185307179586;
    to[0] = axis_edge(shape);
    for (int i = 0; i < 2 * RIM_EDGES; i++) {
        const int corner = i / 2;
        const double from = ROTATION * corner / RIM_EDGES, till = ROTATION * (corner + 1) / RIM_EDGES,
                     up = i % 2 ? 1.0 : -1.0;
        const vec3 p = {shape->r * cos(from), shape->r * sin(from), up * shape->h};
        const vec3 q = {shape->r * cos(till), shape->r * sin(till), up * shape->h};
        to[1 + i] = edge_between(shape, p, q, 0.0);
        into(shape, &to[1 + i], (vec3){-p.x - q.x, -p.y - q.y, 0});
        into(shape, &to[1 + i], (vec3){0, 0, -up});
    }
    return 1 + 2 * RIM_EDGES;
}

/* Direction in the plane of the face, normal to its side k. */
static vec3 face_inward(const shape_face *shape_face, int k)
{
    return vec3_cross(shape_face->n, vec3_sub(shape_face->v[(k + 1) % 3], shape_face->v[k]));
}

static bool is_same(vec3 p, vec3 q) { return p.x == q.x && p.y == q.y && p.z == q.z; }

/* Returns the face that shares side k of this one, in the opposite direction, and its side; NULL if there is none. */
static const shape_face *neighbour(const contact_shape *shape, const shape_face *shape_face, int k, int *side)
{
    const vec3 p = shape_face->v[k], q = shape_face->v[(k + 1) % 3];
    for (int j = 0; j < shape->n_faces; j++)
        for (*side = 0; *side < 3; ++*side)
            if (is_same(shape->face[j].v[*side], q) && is_same(shape->face[j].v[(*side + 1) % 3], p))
                return &shape->face[j];
    return NULL;
}

/* Adds each edge once; edges within a plane and concave edges are left out, since they touch nothing that their faces
 * do not touch. */
static int mesh_edges(const contact_shape *shape, shape_edge *to)
{
    int n = 0;
    for (int i = 0; i < 3 * shape->n_faces; i++) {
        const shape_face *f = &shape->face[i / 3];
        const int k = i % 3;
        int side;
        const shape_face *other = neighbour(shape, f, k, &side);
        if (other) {
            const vec3 in = face_inward(other, side);
            if (other < f || vec3_dot(f->n, in) > -LEAST_INCLINATION * vec3_norm(in))
                continue;
        }
        to[n] = edge_between(shape, f->v[k], f->v[(k + 1) % 3], 0.0);
        into(shape, &to[n], face_inward(f, k));
        if (other)
            into(shape, &to[n], face_inward(other, side));
        n++;
    }
    return n;
}

void shape_edges(contact_shape *shape, arena *memory)
{
    shape_edge *to = ARENA_ARRAY(memory, shape_edge,
                                 shape->kind == SHAPE_MESH ? size_product(3, shape->n_faces) : 1 + 2 * RIM_EDGES);
    shape->edge = to;
    if (shape->kind == SHAPE_CAPSULE)
        to[shape->n_edges++] = axis_edge(shape);
    else if (shape->kind == SHAPE_BOX)
        shape->n_edges = box_edges(shape, to);
    else if (shape->kind == SHAPE_CYLINDER)
        shape->n_edges = cylinder_edges(shape, to);
    else if (shape->kind == SHAPE_MESH)
        shape->n_edges = mesh_edges(shape, to);
}
