/* drawing.c - shapes whose vertices follow the nodes.
 *
 *     three points    N = s (s - 1) / 2, 1 - s^2, s (s + 1) / 2                  s from -1 to 1
 *     two points      p = h00 p1 + h01 p2 + h10 t1 + h11 t2                      s from 0 to 1, Hermite cubics
 *                     t = R R0' (p2 - p1)_0, the initial chord, rotated with each node */
#include "contract/drawing.h"
#include "math/symmetric3.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { CURVE_STATIONS = 9, MOST_POINTS = 3 };

draw_shape *draw_begin(drawing *drawing, draw_kind kind)
{
    array_push(&drawing->shapes, ((draw_shape){.kind = kind, .first = drawing->vertices.n, .sign = 1.0}));
    return &drawing->shapes.items[drawing->shapes.n - 1];
}

void draw_vertex(drawing *drawing, const draw_tie *ties, int n)
{
    array_push(&drawing->vertices, drawing->ties.n);
    for (int i = 0; i < n; i++)
        array_push(&drawing->ties, ties[i]);
    drawing->shapes.items[drawing->shapes.n - 1].n++;
}

void draw_corners(drawing *drawing, const node *const *nodes, int n)
{
    for (int i = 0; i < n; i++)
        array_push(&drawing->corners, nodes[i]);
}

void draw_line(drawing *drawing, const draw_tie *ends, int n)
{
    draw_begin(drawing, DRAW_LINE);
    for (int i = 0; i < n; i++)
        draw_vertex(drawing, &ends[i], 1);
}

void draw_two(drawing *drawing, draw_kind kind, const draw_tie ends[2])
{
    draw_begin(drawing, kind);
    draw_vertex(drawing, &ends[0], 1);
    draw_vertex(drawing, &ends[1], 1);
}

void draw_mark(drawing *drawing, draw_symbol what, draw_tie at)
{
    draw_begin(drawing, DRAW_SYMBOL)->symbol = what;
    draw_vertex(drawing, &at, 1);
}

void draw_arrow(drawing *drawing, draw_kind kind, draw_tie at, const char *column, double sign)
{
    draw_shape *shape = draw_begin(drawing, kind);
    shape->column = column;
    shape->sign = sign;
    draw_vertex(drawing, &at, 1);
}

/* --- curves and surfaces ------------------------------------------------------------------------------------------ */

/* Returns the location in the initial configuration. */
static vec3 first_location(const draw_tie *draw_tie)
{
    return draw_tie->node ? vec3_add(draw_tie->node->initial->x, mat3_mulv(&draw_tie->node->initial->R, draw_tie->f))
                          : draw_tie->f;
}
static vec3 to_node(const draw_tie *draw_tie, vec3 v)
{
    return draw_tie->node ? mat3_tmulv(&draw_tie->node->initial->R, v) : v;
}

static void weigh(double s, int n, double N[MOST_POINTS])
{
    if (n == 3)
        N[0] = 0.5 * s * (s - 1.0), N[1] = 1.0 - s * s, N[2] = 0.5 * s * (s + 1.0);
    else if (n == 2)
        N[0] = 0.5 * (1.0 - s), N[1] = 0.5 * (1.0 + s);
    else
        N[0] = 1.0;
}

static draw_tie part(const draw_tie *t, double weight)
{
    return (draw_tie){.node = t->node, .weight = weight, .f = vec3_scale(weight, t->f), .A = t->A};
}

static void drawing_blend(drawing *drawing, const draw_tie *points, int n, double s)
{
    double N[MOST_POINTS] = {0};
    draw_tie ties[MOST_POINTS];
    weigh(s, n, N);
    for (int i = 0; i < n; i++)
        ties[i] = part(&points[i], N[i]);
    draw_vertex(drawing, ties, n);
}

static void bend(drawing *drawing, const draw_tie *points, vec3 chord, double s)
{
    const double u = 0.5 * (s + 1.0), v = 1.0 - u;
    const double h[2] = {v * v * (1.0 + 2.0 * u), u * u * (1.0 + 2.0 * v)}, derivative[2] = {u * v * v, -u * u * v};
    draw_tie ties[2];
    for (int i = 0; i < 2; i++) {
        ties[i] = part(&points[i], h[i]);
        ties[i].f = vec3_axpy(ties[i].f, derivative[i], to_node(&points[i], chord));
    }
    draw_vertex(drawing, ties, 2);
}

void draw_curve(drawing *drawing, const draw_tie *points, int n)
{
    const vec3 chord = vec3_sub(first_location(&points[n - 1]), first_location(&points[0]));
    draw_begin(drawing, DRAW_TUBE);
    for (int k = 0; k < CURVE_STATIONS; k++) {
        const double s = -1.0 + 2.0 * k / (CURVE_STATIONS - 1);
        if (n == 2)
            bend(drawing, points, chord, s);
        else
            drawing_blend(drawing, points, n, s);
    }
}

void draw_surface(drawing *drawing, const draw_tie *leading, const draw_tie *trailing, int n)
{
    draw_begin(drawing, DRAW_SURFACE)->rows = CURVE_STATIONS;
    for (int k = 0; k < CURVE_STATIONS; k++) {
        const double s = -1.0 + 2.0 * k / (CURVE_STATIONS - 1);
        drawing_blend(drawing, leading, n, s);
        drawing_blend(drawing, trailing, n, s);
    }
}

/* --- faces -------------------------------------------------------------------------------------------------------- */

void draw_face(drawing *drawing, int n)
{
    draw_shape *shape = draw_begin(drawing, DRAW_SURFACE);
    shape->rows = n;
    shape->is_face = true;
}

typedef struct {
    const node *corner[4]; /* sorted by address; the first is NULL if there are three */
    int shape;
} face_key;

static int compare_addresses(const void *a, const void *b)
{
    const node *const *p = a, *const *q = b;
    return ((uintptr_t)*p > (uintptr_t)*q) - ((uintptr_t)*p < (uintptr_t)*q);
}

static const node *drawing_node_of(const drawing *drawing, int vertex)
{
    return drawing->ties.items[drawing->vertices.items[vertex]].node;
}

/* One end of the grid is a single point if the face is a triangle; it does not matter which corner that is. */
static face_key key_of(const drawing *drawing, int shape)
{
    const draw_shape *draw_shape = &drawing->shapes.items[shape];
    const node *first = drawing_node_of(drawing, draw_shape->first),
               *next = drawing_node_of(drawing, draw_shape->first + draw_shape->rows - 1);
    const node *last = drawing_node_of(drawing, draw_shape->first + draw_shape->n - 1),
               *beside = drawing_node_of(drawing, draw_shape->first + draw_shape->n - draw_shape->rows);
    face_key key = {{first, next, last, beside == last ? NULL : beside}, shape};
    qsort(key.corner, 4, sizeof *key.corner, compare_addresses);
    return key;
}

static int compare_corners(const void *a, const void *b)
{
    const face_key *one = a, *other = b;
    int order = 0;
    for (int i = 0; i < 4 && order == 0; i++)
        order = compare_addresses(&one->corner[i], &other->corner[i]);
    return order;
}

/* Removes shapes without vertices, and vertices that belong to no shape. */
static void drop_empty(drawing *d, int *owner)
{
    drawing saved = {0};
    for (int i = 0; i < d->shapes.n; i++) {
        const draw_shape *shape = &d->shapes.items[i];
        if (shape->n == 0)
            continue;
        owner[saved.shapes.n] = owner[i];
        array_push(&saved.shapes, *shape);
        saved.shapes.items[saved.shapes.n - 1].first = saved.vertices.n;
        saved.shapes.items[saved.shapes.n - 1].n = 0;
        for (int v = shape->first; v < shape->first + shape->n; v++) {
            const int first = d->vertices.items[v], end = v + 1 < d->vertices.n ? d->vertices.items[v + 1] : d->ties.n;
            draw_vertex(&saved, d->ties.items + first, end - first);
        }
    }
    draw_corners(&saved, d->corners.items, d->corners.n);
    drawing_free(d);
    *d = saved;
}

void drawing_drop_inner_faces(drawing *drawing, int *owner)
{
    ARRAY(face_key) faces = {0};
    for (int i = 0; i < drawing->shapes.n; i++)
        if (drawing->shapes.items[i].is_face)
            array_push(&faces, key_of(drawing, i));
    if (faces.n)
        qsort(faces.items, (size_t)faces.n, sizeof *faces.items, compare_corners);
    bool is_any = false;
    for (int i = 0; i + 1 < faces.n; i++)
        if (compare_corners(&faces.items[i], &faces.items[i + 1]) == 0) {
            drawing->shapes.items[faces.items[i].shape].n = drawing->shapes.items[faces.items[i + 1].shape].n = 0;
            is_any = true;
        }
    array_free(&faces);
    if (is_any)
        drop_empty(drawing, owner);
}

/* --- bodies ------------------------------------------------------------------------------------------------------- */

static double radius(double m, double internal, double second, double third)
{
    const double square = (second + third - internal) / (2.0 * m);
    return isfinite(square) && square > 0.0 ? sqrt(square) : 0.0;
}

void draw_body(drawing *drawing, const node *node, double m, vec3 centre, const mat3 *J)
{
    const mat3 transposed = mat3_transpose(J), twice = mat3_add(J, &transposed);
    vec3 of;
    mat3 axes;
    symmetric3_principal(&twice, &of, &axes);
    of = vec3_scale(0.5, of);
    draw_begin(drawing, DRAW_BODY)->size =
        (vec3){radius(m, of.x, of.y, of.z), radius(m, of.y, of.z, of.x), radius(m, of.z, of.x, of.y)};
    const draw_tie at = draw_at(node, centre, &axes);
    draw_vertex(drawing, &at, 1);
}

void drawing_free(drawing *drawing)
{
    array_free(&drawing->corners);
    array_free(&drawing->ties);
    array_free(&drawing->vertices);
    array_free(&drawing->shapes);
}
