/* cell.h - the shapes of mesh elements: corners, edges, faces.
 *
 * Nodes are ordered as in Abaqus: corners, then midside nodes in the order of `edge`; a hexahedron with 27 nodes
 * then has the nodes at the centres of its faces, and its centre. The nodes of faces are counterclockwise as seen
 * from outside. */
#pragma once
#include "element/solid/shape.h"
#include <stdbool.h>

typedef enum {
    CELL_POINT,
    CELL_LINE2,
    CELL_LINE3,
    CELL_TRIANGLE3,
    CELL_TRIANGLE6,
    CELL_QUAD4,
    CELL_QUAD8,
    CELL_QUAD9,
    CELL_TETRAHEDRON4,
    CELL_TETRAHEDRON10,
    CELL_PRISM6,
    CELL_PRISM15,
    CELL_BOX8,
    CELL_BOX20,
    CELL_BOX27,
    CELL_PYRAMID5,
    CELL_KINDS
} cell_kind;

enum { CELL_NODES = 27, CELL_FACE_NODES = 9 };

typedef struct {
    const char *name;
    int dimension, nodes, corners, edges, faces;
    const short (*edge)[2]; /* corners at both ends */
    const short (*face)[4]; /* corners; -1 after those of a triangle */
    cell_kind raised;       /* the same shape with a node on each edge */
} cell_form;

extern const cell_form cell_forms[CELL_KINDS];

/* Returns the node on the edge between two corners, or -1 if there is none. */
int cell_middle(cell_kind kind, int a, int b);
/* Stores the nodes of a face in the order of surface loads: corners, midside nodes of the edges between them,
 * centre. Returns their number. */
int cell_face(cell_kind kind, int face, int to[CELL_FACE_NODES]);

/* The element of a deck that corresponds to a cell, and its nodes: position k of its card has node order[k] of the
 * cell. */
typedef struct {
    const char *card;
    const solid_shape *shape;
    short order[CELL_NODES];
} cell_solid;

/* Returns false if no solid element has this shape. `is_full`: hexahedra with 20 nodes are integrated with 27 points
 * instead of 8. */
bool cell_solid_of(cell_kind kind, bool is_full, cell_solid *to);
