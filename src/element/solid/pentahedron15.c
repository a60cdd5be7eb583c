/* pentahedron15.c - prisms with fifteen nodes; the triangle has 0 <= r1, r2 and r1 + r2 <= 1, the axis -1 <= r3 <= 1.
 *
 *     area coordinates    a = 1 - r1 - r2, r1, r2 for the three edges along the axis
 *     corner              h = a (1 + r3 r3k) (2 a - 2 + r3 r3k) / 2
 *     side of a triangle  h = 2 a b (1 + r3 r3k)
 *     edge                h = a (1 - r3^2)
 *
 * Pressures are linear in the triangle and along the axis, at the corners: a (1 + r3 r3k) / 2. */
#include "element/solid/solid.h"

static const signed char AT[][3] = {
    {0, 0, -2}, {2, 0, -2}, {0, 2, -2}, {0, 0, 2}, {2, 0, 2}, {0, 2, 2}, {1, 0, -2}, {1, 1, -2},
    {0, 1, -2}, {1, 0, 2},  {1, 1, 2},  {0, 1, 2}, {0, 0, 0}, {2, 0, 0}, {0, 2, 0},
};

static const double AREA_DERIVATIVE[3][2] = {{-1, -1}, {1, 0}, {0, 1}};

/* d h / d r from the derivatives with respect to two area coordinates and r3. */
static void chain(double *derivative, int i, double by_i, int j, double by_j, double by_axis)
{
    for (int k = 0; k < 2; k++)
        derivative[k] = by_i * AREA_DERIVATIVE[i][k] + by_j * AREA_DERIVATIVE[j][k];
    derivative[2] = by_axis;
}

static void pentahedron15_functions(const double r[3], double *h, double (*derivative)[3])
{
    const double area[] = {1.0 - r[0] - r[1], r[0], r[1]}, z = r[2];
    double unused[15][3];
    double(*d)[3] = derivative ? derivative : unused;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, edge = 12 + i;
        const double a = area[i], b = area[j];
        for (int end = 0; end < 2; end++) {
            const int corner = 3 * end + i, side = 6 + 3 * end + i;
            const double s = end ? 1.0 : -1.0, up = 1.0 + s * z;
            h[corner] = 0.5 * a * up * (2.0 * a - 2.0 + s * z);
            chain(d[corner], i, 0.5 * up * (4.0 * a - 2.0 + s * z), j, 0.0,
                  0.5 * a * s * (2.0 * a - 1.0 + 2.0 * s * z));
            h[side] = 2.0 * a * b * up;
            chain(d[side], i, 2.0 * b * up, j, 2.0 * a * up, 2.0 * a * b * s);
        }
        h[edge] = a * (1.0 - z * z);
        chain(d[edge], i, 1.0 - z * z, j, 0.0, -2.0 * a * z);
    }
}

static void pentahedron15_corners(const double r[3], double *h, double (*derivative)[3])
{
    const double area[] = {1.0 - r[0] - r[1], r[0], r[1]};
    (void)derivative;
    for (int k = 0; k < 6; k++)
        h[k] = 0.5 * area[k % 3] * (k < 3 ? 1.0 - r[2] : 1.0 + r[2]);
}

const solid_shape SHAPE_PENTAHEDRON_15 = {
    .solid_functions = {15, pentahedron15_functions},
    .pressure = {6, pentahedron15_corners},
    .fit = {15, pentahedron15_functions},
    .nodes = AT,
    .unit = 0.5,
    .faces = &FACES_PRISM,
    .stress = &RULE_PRISM_21,
    .mass = &RULE_PRISM_21,
};

static void read_pentahedron15(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_PENTAHEDRON_15, FORM_STRAIN);
}
static void sample_pentahedron15(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_PENTAHEDRON_15, FORM_STRAIN);
}

const elem_type pentahedron15_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_PENTAHEDRON15],
    .grammar = "pentahedron15: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a prism and fifteen nodes.",
    .read = read_pentahedron15,
    .sample = sample_pentahedron15,
};

static void read_pentahedron15f(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_PENTAHEDRON_15, FORM_GRADIENT);
}
static void sample_pentahedron15f(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_PENTAHEDRON_15, FORM_GRADIENT);
}

const elem_type pentahedron15f_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_PENTAHEDRON15F],
    .grammar = "pentahedron15f: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a prism and fifteen nodes, with a law of the deformation gradient.",
    .read = read_pentahedron15f,
    .sample = sample_pentahedron15f,
};

static void read_pentahedron15upc(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_PENTAHEDRON_15, FORM_PRESSURE);
}
static void sample_pentahedron15upc(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_PENTAHEDRON_15, FORM_PRESSURE);
}

const elem_type pentahedron15upc_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_PENTAHEDRON15UPC],
    .grammar = "pentahedron15upc: " SOLID_PRESSURE_GRAMMAR,
    .summary = "A solid with the shape of a prism and fifteen nodes, with pressures as unknowns of their own.",
    .read = read_pentahedron15upc,
    .sample = sample_pentahedron15upc,
};
