/* hexahedron27.c - boxes with 27 nodes: products of the quadratic functions of a line.
 *
 *     h = l(r1, r1k) l(r2, r2k) l(r3, r3k)
 *     l(r, 0) = 1 - r^2,  l(r, rk) = r (r + rk) / 2 for rk = -1, 1 */
#include "element/solid/solid.h"

static const signed char AT[][3] = {
    {-1, -1, -1}, {1, -1, -1}, {1, 1, -1},  {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1},  {-1, 1, 1}, {0, -1, -1},
    {1, 0, -1},   {0, 1, -1},  {-1, 0, -1}, {-1, -1, 0}, {1, -1, 0},  {1, 1, 0},  {-1, 1, 0}, {0, -1, 1}, {1, 0, 1},
    {0, 1, 1},    {-1, 0, 1},  {0, 0, -1},  {0, -1, 0},  {1, 0, 0},   {0, 1, 0},  {-1, 0, 0}, {0, 0, 1},  {0, 0, 0},
};

double quadratic_line(double r, int a, double *d)
{
    *d = a == 0 ? -2.0 * r : r + 0.5 * a;
    return a == 0 ? 1.0 - r * r : 0.5 * r * (r + a);
}

static void hexahedron27_functions(const double r[3], double *h, double (*derivative)[3])
{
    for (int k = 0; k < 27; k++) {
        double d[3];
        const double a = quadratic_line(r[0], AT[k][0], &d[0]), b = quadratic_line(r[1], AT[k][1], &d[1]),
                     c = quadratic_line(r[2], AT[k][2], &d[2]);
        h[k] = a * b * c;
        if (derivative)
            derivative[k][0] = d[0] * b * c, derivative[k][1] = a * d[1] * c, derivative[k][2] = a * b * d[2];
    }
}

const solid_shape SHAPE_HEXAHEDRON_27 = {
    .solid_functions = {27, hexahedron27_functions},
    .pressure = {0, NULL},
    .fit = {27, hexahedron27_functions},
    .nodes = AT,
    .unit = 1.0,
    .faces = &FACES_BOX,
    .stress = &RULE_GAUSS_27,
    .mass = &RULE_GAUSS_27,
};

static void read_hexahedron27(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_HEXAHEDRON_27, FORM_STRAIN);
}
static void sample_hexahedron27(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_HEXAHEDRON_27, FORM_STRAIN);
}

const elem_type hexahedron27_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_HEXAHEDRON27],
    .grammar = "hexahedron27: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a box and 27 nodes.",
    .read = read_hexahedron27,
    .sample = sample_hexahedron27,
};

static void read_hexahedron27f(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_HEXAHEDRON_27, FORM_GRADIENT);
}
static void sample_hexahedron27f(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_HEXAHEDRON_27, FORM_GRADIENT);
}

const elem_type hexahedron27f_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_HEXAHEDRON27F],
    .grammar = "hexahedron27f: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a box and 27 nodes, with a law of the deformation gradient.",
    .read = read_hexahedron27f,
    .sample = sample_hexahedron27f,
};
