/* cell.h - the shapes that elements of a mesh have: corners, edges, faces.
 *
 * Nodes are listed as Abaqus lists them: corners, then the middles of edges in the order of `edge`; a box of 27 nodes
 * has the middles of its faces behind these, and its centre. Faces run against the clock, seen from outside. */
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
    const short (*edge)[2]; /* corners at the ends */
    const short (*face)[4]; /* corners; -1 behind those of a triangle */
    cell_kind raised;       /* the same with a node on each edge */
} cell_form;

extern const cell_form cell_forms[CELL_KINDS];

/* The node on the edge between two corners; -1: none. */
int cell_middle(cell_kind kind, int a, int b);
/* Nodes of a face in the order of surface loads: corners, middles of the edges between them, middle. How many. */
int cell_face(cell_kind kind, int face, int to[CELL_FACE_NODES]);

/* The element of a deck that a cell becomes, and its nodes: place k of its card has node order[k] of the cell. */
typedef struct {
    const char *card;
    const solid_shape *shape;
    short order[CELL_NODES];
} cell_solid;

/* False: no solid element has this shape. `is_full`: boxes of 20 nodes are integrated with 27 points, else with 8. */
bool cell_solid_of(cell_kind kind, bool is_full, cell_solid *to);
