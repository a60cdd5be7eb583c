/* drawing.h - what elements look like: shapes whose vertices follow the nodes.
 *
 * A vertex is a sum over its ties,
 *
 *     p = sum (weight x + c R f),      axes = sum (weight R A), made orthonormal
 *
 * with x, R the motion of a node, f and A fixed to it; the weights add up to 1. c is 1, or a number among the results
 * of the element: the amplitude of a mode whose shape is f. A tie without a node stands for the ground: x = 0, R = I.
 * Thus a curve between nodes, a surface on it and a point on one node are all the same to whoever draws, and nothing
 * has to be asked again while nodes move. */
#pragma once
#include "base/array.h"
#include "contract/node.h"

typedef enum {
#define DRAW_SHAPE(id, word) DRAW_##id,
#define DRAW_SYMBOL(id, word)
#include "contract/shapes.def"
#undef DRAW_SHAPE
#undef DRAW_SYMBOL
} draw_kind;

typedef enum {
#define DRAW_SHAPE(id, word)
#define DRAW_SYMBOL(id, word) SYMBOL_##id,
#include "contract/shapes.def"
#undef DRAW_SHAPE
#undef DRAW_SYMBOL
} draw_symbol;

typedef struct {
    const node *node; /* NULL: the ground */
    double weight;
    vec3 f;
    mat3 A;
    const char *column; /* c is COLUMN_NUMBER of the element's row; NULL: c = 1 */
    int number;
} draw_tie;

typedef struct {
    draw_kind kind;
    draw_symbol symbol; /* of DRAW_SYMBOL */
    int first, n;       /* vertices */
    int rows;           /* of DRAW_SURFACE: a grid of rows, n / rows vertices in each */
    vec3 size;          /* DRAW_BODY: radii, see draw_body; DRAW_TUBE, DRAW_DISK: radius in x, 0: not known;
                           DRAW_SURFACE: thickness in x */
    const char *column; /* DRAW_ARROW, DRAW_MOMENT: the column of its row that holds the vector, global axes */
    double sign;        /* of that vector */
    bool is_face;       /* DRAW_SURFACE: of a solid; two elements that share it hide it */
} draw_shape;

typedef struct drawing {
    ARRAY(const node *) corners; /* nodes of solids and shells, in the order of their results */
    ARRAY(draw_tie) ties;
    ARRAY(int) vertices; /* first tie of each; the last ends where the ties do */
    ARRAY(draw_shape) shapes;
} drawing;

/* A point and axes on a node, or on the ground. */
static inline draw_tie draw_at(const node *node, vec3 f, const mat3 *A)
{
    return (draw_tie){.node = node, .weight = 1.0, .f = f, .A = A ? *A : MAT3_EYE};
}

/* A shape begins; the vertices that follow are its own. */
draw_shape *draw_begin(drawing *drawing, draw_kind kind);
void draw_vertex(drawing *drawing, const draw_tie *ties, int n);

/* The element has results at these nodes, or at points between them. */
void draw_corners(drawing *drawing, const node *const *nodes, int n);

void draw_line(drawing *drawing, const draw_tie *ends, int n); /* straight, from one to the next */
void draw_two(drawing *drawing, draw_kind kind, const draw_tie ends[2]);
void draw_mark(drawing *drawing, draw_symbol what, draw_tie at);
/* A tube along a line through n points, two or three, that is smooth: with two, the cubic that keeps the directions it
 * has on its nodes at the beginning. */
void draw_curve(drawing *drawing, const draw_tie *points, int n);
/* Vertices of a surface: between edges, given at n points of the span. */
void draw_surface(drawing *drawing, const draw_tie *leading, const draw_tie *trailing, int n);
/* A face of a solid: a grid of n by n vertices follows, the corners tied to one node each. */
void draw_face(drawing *drawing, int n);
/* Takes out the faces that are there twice. `owner` has a number for each shape, and keeps those of the rest. */
void drawing_drop_inner_faces(drawing *drawing, int *owner);
void draw_arrow(drawing *drawing, draw_kind kind, draw_tie at, const char *column, double sign);
/* A body of mass m, inertia J about the centre of mass: its principal axes, and sqrt((Jj + Jk - Ji) / 2m) along each. A
 * homogeneous box has half sides sqrt(3) times as long, an ellipsoid half axes sqrt(5) times. */
void draw_body(drawing *drawing, const node *node, double m, vec3 centre, const mat3 *J);

void drawing_free(drawing *drawing);
