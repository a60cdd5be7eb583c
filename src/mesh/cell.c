/* cell.c - corners, edges and faces of the shapes of a mesh, and the corresponding solid elements of a deck.
 *
 * The nodes of hexahedra of all solid elements are identified by their positions in the same cube, so the node order
 * of a card is found by comparing positions. */
#include "mesh/cell.h"
#include <math.h>
#include <string.h>

static const short LINE[][2] = {{0, 1}};
static const short TRIANGLE[][2] = {{0, 1}, {1, 2}, {2, 0}};
static const short QUAD[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
static const short TETRAHEDRON[][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
static const short PRISM[][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}};
static const short BOX[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                               {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};

static const short TETRAHEDRON_FACES[][4] = {{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {2, 0, 3, -1}};
static const short PRISM_FACES[][4] = {{0, 2, 1, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};
static const short BOX_FACES[][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                     {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
/* Face of a surface: the surface itself. */
static const short TRIANGLE_FACE[][4] = {{0, 1, 2, -1}};
static const short QUAD_FACE[][4] = {{0, 1, 2, 3}};

const cell_form cell_forms[CELL_KINDS] = {
    [CELL_POINT] = {"point", 0, 1, 1, 0, 0, NULL, NULL, CELL_POINT},
    [CELL_LINE2] = {"line of 2 nodes", 1, 2, 2, 1, 0, LINE, NULL, CELL_LINE3},
    [CELL_LINE3] = {"line of 3 nodes", 1, 3, 2, 1, 0, LINE, NULL, CELL_LINE3},
    [CELL_TRIANGLE3] = {"triangle of 3 nodes", 2, 3, 3, 3, 1, TRIANGLE, TRIANGLE_FACE, CELL_TRIANGLE6},
    [CELL_TRIANGLE6] = {"triangle of 6 nodes", 2, 6, 3, 3, 1, TRIANGLE, TRIANGLE_FACE, CELL_TRIANGLE6},
    [CELL_QUAD4] = {"quadrangle of 4 nodes", 2, 4, 4, 4, 1, QUAD, QUAD_FACE, CELL_QUAD8},
    [CELL_QUAD8] = {"quadrangle of 8 nodes", 2, 8, 4, 4, 1, QUAD, QUAD_FACE, CELL_QUAD8},
    [CELL_QUAD9] = {"quadrangle of 9 nodes", 2, 9, 4, 4, 1, QUAD, QUAD_FACE, CELL_QUAD9},
    [CELL_TETRAHEDRON4] = {"tetrahedron of 4 nodes", 3, 4, 4, 6, 4, TETRAHEDRON, TETRAHEDRON_FACES, CELL_TETRAHEDRON10},
    [CELL_TETRAHEDRON10] = {"tetrahedron of 10 nodes", 3, 10, 4, 6, 4, TETRAHEDRON, TETRAHEDRON_FACES,
                            CELL_TETRAHEDRON10},
    [CELL_PRISM6] = {"prism of 6 nodes", 3, 6, 6, 9, 5, PRISM, PRISM_FACES, CELL_PRISM15},
    [CELL_PRISM15] = {"prism of 15 nodes", 3, 15, 6, 9, 5, PRISM, PRISM_FACES, CELL_PRISM15},
    [CELL_BOX8] = {"hexahedron of 8 nodes", 3, 8, 8, 12, 6, BOX, BOX_FACES, CELL_BOX20},
    [CELL_BOX20] = {"hexahedron of 20 nodes", 3, 20, 8, 12, 6, BOX, BOX_FACES, CELL_BOX20},
    [CELL_BOX27] = {"hexahedron of 27 nodes", 3, 27, 8, 12, 6, BOX, BOX_FACES, CELL_BOX27},
    [CELL_PYRAMID5] = {"pyramid", 3, 5, 5, 0, 0, NULL, NULL, CELL_PYRAMID5},
};

int cell_middle(cell_kind kind, int a, int b)
{
    const cell_form *form = &cell_forms[kind];
    for (int i = 0; i < form->edges && form->nodes > form->corners; i++)
        if ((form->edge[i][0] == a && form->edge[i][1] == b) || (form->edge[i][0] == b && form->edge[i][1] == a))
            return form->corners + i;
    return -1;
}

int cell_face(cell_kind kind, int face, int to[CELL_FACE_NODES])
{
    static const short MIDDLE_OF_FACE[] = {20, 25, 21, 22, 23, 24};
    const short *corner = cell_forms[kind].face[face];
    const int corners = corner[3] < 0 ? 3 : 4;
    int n = 0;
    for (int i = 0; i < corners; i++)
        to[n++] = corner[i];
    for (int i = 0; i < corners && cell_forms[kind].nodes > cell_forms[kind].corners; i++)
        to[n++] = cell_middle(kind, corner[i], corner[(i + 1) % corners]);
    if (kind == CELL_BOX27)
        to[n++] = MIDDLE_OF_FACE[face];
    if (kind == CELL_QUAD9)
        to[n++] = 8;
    return n;
}

/* --- solid elements ----------------------------------------------------------------------------------------------- */

/* Computes the position of node k of a hexahedron in the cube. */
static void box_place(int k, double r[3])
{
    static const short BEHIND[][3] = {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, 0}};
    if (k < 20)
        solid_node_at(&SHAPE_HEXAHEDRON_20R, k, r);
    else
        for (int i = 0; i < 3; i++)
            r[i] = BEHIND[k - 20][i];
}

static int box_node_at(const double r[3])
{
    for (int k = 0; k < CELL_NODES; k++) {
        double q[3];
        box_place(k, q);
        if (fabs(q[0] - r[0]) + fabs(q[1] - r[1]) + fabs(q[2] - r[2]) < 1e-9)
            return k;
    }
    return -1;
}

static bool order_nodes(bool is_box, cell_solid *to)
{
    for (int k = 0; k < to->shape->solid_functions.n; k++) {
        double r[3];
        solid_node_at(to->shape, k, r);
        to->order[k] = (short)(is_box ? box_node_at(r) : k);
    }
    return true;
}

bool cell_solid_of(cell_kind kind, bool is_full, cell_solid *to)
{
    *to = (cell_solid){0};
    switch (kind) {
    case CELL_BOX8:
        to->card = "hexahedron8", to->shape = &SHAPE_HEXAHEDRON_8;
        return order_nodes(true, to);
    case CELL_BOX20:
        to->card = is_full ? "hexahedron20" : "hexahedron20r";
        to->shape = is_full ? &SHAPE_HEXAHEDRON_20 : &SHAPE_HEXAHEDRON_20R;
        return order_nodes(true, to);
    case CELL_BOX27:
        to->card = "hexahedron27", to->shape = &SHAPE_HEXAHEDRON_27;
        return order_nodes(true, to);
    case CELL_PRISM15:
        to->card = "pentahedron15", to->shape = &SHAPE_PENTAHEDRON_15;
        return order_nodes(false, to);
    case CELL_TETRAHEDRON10:
        to->card = "tetrahedron10", to->shape = &SHAPE_TETRAHEDRON_10;
        return order_nodes(false, to);
    default:
        return false;
    }
}
