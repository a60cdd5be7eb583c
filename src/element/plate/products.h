/* products.h - plates whose strains are sums of products of vectors of the nodes.
 *
 * Vectors of a node: its position y, and axes that rotate with it, v = R V: the director d and two axes a1, a2 of the
 * surface. Strains at a point, each with constant coefficients c for its pairs of nodes:
 *
 *     0..2   membrane      e11, e22, 2 e12       1/2 sum c_ij y_i . y_j
 *     3..5   bending       k11, k22, 2 k12       sum c_ij y_i . d_j
 *     6, 7   shear         g1, g2                sum c_ij y_i . d_j
 *     8      drilling      w                     sum c_ij y_i . a1_j + b_ij y_i . a2_j
 *
 * minus their values in the reference configuration. They are invariant under rigid rotations. */
#pragma once
#include "element/plate/plate.h"

enum { PRODUCT_STRAINS = 9, PRODUCT_MEMBRANE = 3, PRODUCT_BENDING = 3, PRODUCT_SHEAR = 6, PRODUCT_DRILLING = 8 };

static const int PRODUCT_ROWS[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

typedef double node_pairs[PLATE_NODES][PLATE_NODES];

typedef struct {
    node_pairs c[PRODUCT_STRAINS], b;
    double rest[PRODUCT_STRAINS];
} product_point;

enum { AXIS_DIRECTOR, AXIS_1, AXIS_2, PRODUCT_AXES };

typedef struct {
    plate plate;
    vec3 axis[PLATE_NODES][PRODUCT_AXES]; /* in the frame of the node */
    product_point *point;
} product_plate;

/* Computes the strains in the reference configuration. Requires c, b and the axes. */
void product_complete(product_plate *product_plate);
void product_eval(int lanes, const state *state, const elem *element, local *out);
/* Compute the enhanced strains and stresses of the points; the stresses only. */
void product_strains(const state *state, const elem *element, plate_strains strain, plate_strains stress);
void product_stress(const state *state, const elem *element, plate_strains stress);

/* to += f a b', with functions at the nodes */
static inline void pairs_add(node_pairs to, double f, const double *a, const double *b)
{
    for (int i = 0; i < PLATE_NODES; i++)
        for (int j = 0; j < PLATE_NODES; j++)
            to[i][j] += f * a[i] * b[j];
}
