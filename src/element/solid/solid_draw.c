/* solid_draw.c - faces of solid elements, each a grid of vertices that follow the nodes by the shape functions.
 *
 *     r(s, t) = (1-s) (1-t) r_0 + s (1-t) r_1 + s t r_2 + (1-s) t r_3,     p = sum h_k(r) x_k                      */
#include "element/solid/solid.h"
#include <math.h>

const solid_faces FACES_BOX = {6, {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};
const solid_faces FACES_PRISM = {5, {{0, 1, 2, 2}, {3, 4, 5, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}};
const solid_faces FACES_TETRAHEDRON = {4, {{0, 1, 2, 2}, {0, 1, 3, 3}, {1, 2, 3, 3}, {2, 0, 3, 3}}};

enum { CORNERS = 8 };

static void draw_point(const solid *solid, const double r[3], drawing *drawing)
{
    double h[SOLID_NODES];
    draw_tie ties[SOLID_NODES];
    int n = 0;
    solid->shape->solid_functions.evaluate(r, h, NULL);
    for (int k = 0; k < solid_nodes(solid); k++)
        if (fabs(h[k]) > 1e-9)
            ties[n++] = (draw_tie){.node = solid->node[k], .weight = h[k], .A = MAT3_EYE};
    draw_vertex(drawing, ties, n);
}

static void draw_one_face(const solid *solid, const signed char corner[4], drawing *drawing)
{
    const int n = solid_nodes(solid) > CORNERS ? 3 : 2;
    double at[4][3];
    for (int i = 0; i < 4; i++)
        solid_node_at(solid->shape, corner[i], at[i]);
    draw_face(drawing, n);
    for (int i = 0; i < n * n; i++) {
        const int column = i % n, row = i / n;
        const double s = (double)column / (n - 1), t = (double)row / (n - 1);
        double r[3];
        for (int k = 0; k < 3; k++)
            r[k] = (1.0 - t) * ((1.0 - s) * at[0][k] + s * at[1][k]) + t * (s * at[2][k] + (1.0 - s) * at[3][k]);
        draw_point(solid, r, drawing);
    }
}

void solid_draw(const elem *element, drawing *drawing)
{
    const solid *solid = element->self;
    draw_corners(drawing, solid->node, solid_nodes(solid));
    for (int i = 0; i < solid->shape->faces->n; i++)
        draw_one_face(solid, solid->shape->faces->corner[i], drawing);
}
