/* pentahedron18.c - prisms with eighteen nodes: products of the quadratic functions of a triangle and of a line.
 *
 *     h = t_i(r1, r2) l(r3, r3k)      area coordinates a = 1 - r1 - r2, r1, r2
 *     t = a (2 a - 1) at a corner,  4 a b on a side
 *     l(r, 0) = 1 - r^2,  l(r, rk) = r (r + rk) / 2 for rk = -1, 1
 *
 * Nodes are in the order of Code_Aster: corners below and above, sides of the lower triangle, edges along the axis,
 * sides of the upper triangle, middles of the faces. Those of pentahedron15 are in another order. */
#include "element/solid/solid.h"

static const signed char AT[][3] = {
    {0, 0, -2}, {2, 0, -2}, {0, 2, -2}, {0, 0, 2}, {2, 0, 2}, {0, 2, 2}, {1, 0, -2}, {1, 1, -2}, {0, 1, -2},
    {0, 0, 0},  {2, 0, 0},  {0, 2, 0},  {1, 0, 2}, {1, 1, 2}, {0, 1, 2}, {1, 0, 0},  {1, 1, 0},  {0, 1, 0},
};
/* Function of the triangle that belongs to a node: corners 0 to 2, sides 3 to 5. */
static const signed char IN_TRIANGLE[] = {0, 1, 2, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 3, 4, 5};

static double triangle(const double r[3], int i, double derivative[2])
{
    static const double AREA_DERIVATIVE[3][2] = {{-1, -1}, {1, 0}, {0, 1}};
    const double area[] = {1.0 - r[0] - r[1], r[0], r[1]};
    const int p = i % 3, q = i < 3 ? p : (p + 1) % 3;
    const double by_p = i < 3 ? 4.0 * area[p] - 1.0 : 4.0 * area[q], by_q = i < 3 ? 0.0 : 4.0 * area[p];
    for (int k = 0; k < 2; k++)
        derivative[k] = by_p * AREA_DERIVATIVE[p][k] + by_q * AREA_DERIVATIVE[q][k];
    return i < 3 ? area[p] * (2.0 * area[p] - 1.0) : 4.0 * area[p] * area[q];
}

static void pentahedron18_functions(const double r[3], double *h, double (*derivative)[3])
{
    for (int k = 0; k < 18; k++) {
        double dt[2], dl;
        const double t = triangle(r, IN_TRIANGLE[k], dt), l = quadratic_line(r[2], AT[k][2] / 2, &dl);
        h[k] = t * l;
        if (derivative)
            derivative[k][0] = dt[0] * l, derivative[k][1] = dt[1] * l, derivative[k][2] = t * dl;
    }
}

const solid_shape SHAPE_PENTAHEDRON_18 = {
    .solid_functions = {18, pentahedron18_functions},
    .pressure = {0, NULL},
    .fit = {18, pentahedron18_functions},
    .nodes = AT,
    .unit = 0.5,
    .faces = &FACES_PRISM,
    .stress = &RULE_PRISM_21,
    .mass = &RULE_PRISM_21,
};

static void read_pentahedron18(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_PENTAHEDRON_18, FORM_STRAIN);
}
static void sample_pentahedron18(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_PENTAHEDRON_18, FORM_STRAIN);
}

const elem_type pentahedron18_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_PENTAHEDRON18],
    .grammar = "pentahedron18: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a prism and eighteen nodes.",
    .read = read_pentahedron18,
    .sample = sample_pentahedron18,
};

static void read_pentahedron18f(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_PENTAHEDRON_18, FORM_GRADIENT);
}
static void sample_pentahedron18f(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_PENTAHEDRON_18, FORM_GRADIENT);
}

const elem_type pentahedron18f_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_PENTAHEDRON18F],
    .grammar = "pentahedron18f: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a prism and eighteen nodes, with a law of the deformation gradient.",
    .read = read_pentahedron18f,
    .sample = sample_pentahedron18f,
};
