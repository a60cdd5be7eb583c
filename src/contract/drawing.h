/* drawing.h - drawings of elements: shapes whose vertices follow the nodes.
 *
 * A vertex is a sum over its ties,
 *
 *     p = sum (weight x + c R f),      axes = sum (weight R A), made orthonormal
 *
 * with x, R the motion of a node, f and A fixed to it; the weights add up to 1. c is 1, or a number among the results
 * of the element: the amplitude of a mode whose shape is f. A tie without a node is fixed to the ground: x = 0, R = I.
 * A curve between nodes, a surface along it and a point on one node thus have the same representation, which remains
 * valid while the nodes move. */
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
    draw_symbol symbol; /* for DRAW_SYMBOL */
    int first, n;       /* vertices */
    int rows;           /* DRAW_SURFACE: a grid of rows, n / rows vertices in each */
    vec3 size;          /* DRAW_BODY: radii, see draw_body; DRAW_TUBE, DRAW_DISK: radius in x, 0: not known;
                           DRAW_SURFACE: thickness in x */
    const char *column; /* DRAW_ARROW, DRAW_MOMENT: the column of its row that contains the vector, global axes */
    double sign;        /* factor of that vector */
    bool is_face;       /* DRAW_SURFACE: face of a solid; not drawn if two elements share it */
} draw_shape;

typedef struct drawing {
    ARRAY(const node *) corners; /* nodes of solids and shells, in the order of their results */
    ARRAY(draw_tie) ties;
    ARRAY(int) vertices; /* first tie of each; the last one extends to the end of the ties */
    ARRAY(draw_shape) shapes;
} drawing;

/* A point and axes on a node, or on the ground. */
static inline draw_tie draw_at(const node *node, vec3 f, const mat3 *A)
{
    return (draw_tie){.node = node, .weight = 1.0, .f = f, .A = A ? *A : MAT3_EYE};
}

/* Begins a shape; the following vertices belong to it. */
draw_shape *draw_begin(drawing *drawing, draw_kind kind);
void draw_vertex(drawing *drawing, const draw_tie *ties, int n);

/* Declares that the element has results at these nodes, or at points between them. */
void draw_corners(drawing *drawing, const node *const *nodes, int n);

void draw_line(drawing *drawing, const draw_tie *ends, int n); /* straight, through consecutive points */
void draw_two(drawing *drawing, draw_kind kind, const draw_tie ends[2]);
void draw_mark(drawing *drawing, draw_symbol what, draw_tie at);
/* Draws a smooth tube along a line through n points, two or three. With two, it is the cubic whose end directions are
 * fixed to its nodes in the initial configuration. */
void draw_curve(drawing *drawing, const draw_tie *points, int n);
/* Adds the vertices of a surface between two edges, given at n points of the span. */
void draw_surface(drawing *drawing, const draw_tie *leading, const draw_tie *trailing, int n);
/* Begins a face of a solid: a grid of n by n vertices must follow, the corners tied to one node each. */
void draw_face(drawing *drawing, int n);
/* Removes faces that occur twice. `owner` has a number for each shape; those of the remaining shapes are kept. */
void drawing_drop_inner_faces(drawing *drawing, int *owner);
void draw_arrow(drawing *drawing, draw_kind kind, draw_tie at, const char *column, double sign);
/* Draws a body of mass m and inertia J about the centre of mass: its principal axes, and sqrt((Jj + Jk - Ji) / 2m)
 * along each. A homogeneous box has half sides sqrt(3) times as long, an ellipsoid half axes sqrt(5) times. */
void draw_body(drawing *drawing, const node *node, double m, vec3 centre, const mat3 *J);

void drawing_free(drawing *drawing);
