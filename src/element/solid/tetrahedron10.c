/* tetrahedron10.c - tetrahedra with ten nodes; the third is at the origin.
 *
 *     volume coordinates  a_1 = r2, a_2 = r3, a_3 = 1 - r1 - r2 - r3, a_4 = r1
 *     corner              h = a (2 a - 1)
 *     edge                h = 4 a b
 *
 * Pressures are linear, at the corners; so are the functions fitted to results at the points. */
#include "element/solid/solid.h"

static const signed char AT[][3] = {
    {0, 2, 0}, {0, 0, 2}, {0, 0, 0}, {2, 0, 0}, {0, 1, 1}, {0, 0, 1}, {0, 1, 0}, {1, 1, 0}, {1, 0, 1}, {1, 0, 0},
};

static const signed char VOLUME_DERIVATIVE[4][3] = {{0, 1, 0}, {0, 0, 1}, {-1, -1, -1}, {1, 0, 0}};
static const signed char EDGE[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};

static void tetrahedron10_corners(const double r[3], double *h, double (*derivative)[3])
{
    (void)derivative;
    h[0] = r[1], h[1] = r[2], h[2] = 1.0 - r[0] - r[1] - r[2], h[3] = r[0];
}

static void tetrahedron10_functions(const double r[3], double *h, double (*derivative)[3])
{
    double a[4];
    tetrahedron10_corners(r, a, NULL);
    for (int k = 0; k < 10; k++) {
        const int i = k < 4 ? k : EDGE[k - 4][0], j = k < 4 ? k : EDGE[k - 4][1];
        h[k] = k < 4 ? a[k] * (2.0 * a[k] - 1.0) : 4.0 * a[i] * a[j];
        for (int m = 0; derivative && m < 3; m++)
            derivative[k][m] = k < 4 ? (4.0 * a[k] - 1.0) * VOLUME_DERIVATIVE[k][m]
                                     : 4.0 * (a[j] * VOLUME_DERIVATIVE[i][m] + a[i] * VOLUME_DERIVATIVE[j][m]);
    }
}

const solid_shape SHAPE_TETRAHEDRON_10 = {
    .solid_functions = {10, tetrahedron10_functions},
    .pressure = {4, tetrahedron10_corners},
    .fit = {4, tetrahedron10_corners},
    .nodes = AT,
    .unit = 0.5,
    .faces = &FACES_TETRAHEDRON,
    .stress = &RULE_TETRAHEDRON_5,
    .mass = &RULE_TETRAHEDRON_15,
};

static void read_tetrahedron10(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_TETRAHEDRON_10, FORM_STRAIN);
}
static void sample_tetrahedron10(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_TETRAHEDRON_10, FORM_STRAIN);
}

const elem_type tetrahedron10_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_TETRAHEDRON10],
    .grammar = "tetrahedron10: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a tetrahedron and ten nodes.",
    .read = read_tetrahedron10,
    .sample = sample_tetrahedron10,
};

static void read_tetrahedron10f(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_TETRAHEDRON_10, FORM_GRADIENT);
}
static void sample_tetrahedron10f(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_TETRAHEDRON_10, FORM_GRADIENT);
}

const elem_type tetrahedron10f_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_TETRAHEDRON10F],
    .grammar = "tetrahedron10f: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a tetrahedron and ten nodes, with a law of the deformation gradient.",
    .read = read_tetrahedron10f,
    .sample = sample_tetrahedron10f,
};

static void read_tetrahedron10upc(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_TETRAHEDRON_10, FORM_PRESSURE);
}
static void sample_tetrahedron10upc(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_TETRAHEDRON_10, FORM_PRESSURE);
}

const elem_type tetrahedron10upc_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_TETRAHEDRON10UPC],
    .grammar = "tetrahedron10upc: " SOLID_PRESSURE_GRAMMAR,
    .summary = "A solid with the shape of a tetrahedron and ten nodes, with pressures as unknowns of their own.",
    .read = read_tetrahedron10upc,
    .sample = sample_tetrahedron10upc,
};
