/* shape.h - the shapes of solid elements: coordinates of their nodes, shape functions, integration rules, and the
 * extrapolation of results from points to nodes.
 *
 *     x = sum h_k(r) x_k        r: natural coordinates
 *
 * Rules list their points in the order in which laws are listed in the deck. */
#pragma once
#include <stddef.h>

enum { SOLID_NODES = 27, SOLID_PADDED = 28, SOLID_POINTS = 27, SOLID_PRESSURES = 8 };

/* point sets the coordinates of point i and returns its weight. */
typedef struct {
    int n;
    double (*point)(int i, double r[3]);
} solid_rule;

extern const solid_rule RULE_GAUSS_8, RULE_GAUSS_27, RULE_PRISM_21, RULE_TETRAHEDRON_5, RULE_TETRAHEDRON_15,
    RULE_TETRAHEDRON_24;

/* Evaluates n functions at r into h, and their derivatives d h_k / d r_i; derivative may be NULL. */
typedef struct {
    int n;
    void (*evaluate)(const double r[3], double *h, double (*derivative)[3]);
} solid_functions;

/* Faces given by their corners, in order around them; a triangle repeats the last one. */
typedef struct {
    int n;
    signed char corner[6][4];
} solid_faces;

extern const solid_faces FACES_BOX, FACES_PRISM, FACES_TETRAHEDRON;

typedef struct {
    solid_functions solid_functions; /* displacements */
    solid_functions pressure;        /* at the nodes with a pressure */
    solid_functions fit;             /* functions fitted to the results at the points, by least squares */
    const signed char (*nodes)[3];   /* natural coordinates of the nodes, in units */
    double unit;                     /* unit of these coordinates: 1, 1/2 or 1/3 */
    const solid_faces *faces;
    const solid_rule *stress, *mass;
} solid_shape;

static inline void solid_node_at(const solid_shape *shape, int index, double r[3])
{
    for (int i = 0; i < 3; i++)
        r[i] = shape->unit * shape->nodes[index][i];
}

extern const solid_shape SHAPE_HEXAHEDRON_8, SHAPE_HEXAHEDRON_20, SHAPE_HEXAHEDRON_20R, SHAPE_HEXAHEDRON_27,
    SHAPE_PENTAHEDRON_15, SHAPE_PENTAHEDRON_18, SHAPE_TETRAHEDRON_10, SHAPE_TETRAHEDRON_20;

/* First of the points of a sampler (contract/sampler.h) that are the nodes of SHAPE_TETRAHEDRON_20; the first 27 are a
 * lattice on which the nodes of the others are found. */
enum { SAMPLE_CUBIC = 32 };

/* Quadratic function of a line, 1 at a and 0 at the other two of -1, 0, 1:  l(r, 0) = 1 - r^2,
 * l(r, +-1) = r (r +- 1) / 2; d: its derivative. */
double quadratic_line(double r, int a, double *d);
/* Shape functions of boxes with corners at the given signs: trilinear, and serendipity with 20 nodes. */
void trilinear(const signed char (*at)[3], const double r[3], double *h, double (*derivative)[3]);
void serendipity(const signed char (*at)[3], const double r[3], double *h, double (*derivative)[3]);
