/* hexahedron8.c - hexahedra with eight nodes, trilinear.
 *
 *     h_k = (1 + r1 r1k) (1 + r2 r2k) (1 + r3 r3k) / 8
 *
 * The pressure of hexahedron8upc is constant, one unknown per element. */
#include "element/solid/solid.h"

static const signed char AT[][3] = {
    {1, 1, 1}, {-1, 1, 1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, -1}, {1, -1, -1},
};

void trilinear(const signed char (*at)[3], const double r[3], double *h, double (*derivative)[3])
{
    for (int k = 0; k < 8; k++) {
        const double a = 1.0 + r[0] * at[k][0], b = 1.0 + r[1] * at[k][1], c = 1.0 + r[2] * at[k][2];
        h[k] = 0.125 * a * b * c;
        if (!derivative)
            continue;
        derivative[k][0] = 0.125 * at[k][0] * b * c;
        derivative[k][1] = 0.125 * a * at[k][1] * c;
        derivative[k][2] = 0.125 * a * b * at[k][2];
    }
}

static void hexahedron8_functions(const double r[3], double *h, double (*derivative)[3])
{
    trilinear(AT, r, h, derivative);
}

static void constant(const double r[3], double *h, double (*derivative)[3])
{
    (void)r, (void)derivative;
    h[0] = 1.0;
}

const solid_shape SHAPE_HEXAHEDRON_8 = {
    .solid_functions = {8, hexahedron8_functions},
    .pressure = {1, constant},
    .fit = {8, hexahedron8_functions},
    .nodes = AT,
    .unit = 1.0,
    .faces = &FACES_BOX,
    .stress = &RULE_GAUSS_8,
    .mass = &RULE_GAUSS_8,
};

static void read_hexahedron8(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_HEXAHEDRON_8, FORM_STRAIN);
}
static void sample_hexahedron8(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_HEXAHEDRON_8, FORM_STRAIN);
}

const elem_type hexahedron8_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_HEXAHEDRON8],
    .grammar = "hexahedron8: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a box and eight nodes.",
    .read = read_hexahedron8,
    .sample = sample_hexahedron8,
};

static void read_hexahedron8f(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_HEXAHEDRON_8, FORM_GRADIENT);
}
static void sample_hexahedron8f(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_HEXAHEDRON_8, FORM_GRADIENT);
}

const elem_type hexahedron8f_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_HEXAHEDRON8F],
    .grammar = "hexahedron8f: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a box and eight nodes, with a law of the deformation gradient.",
    .read = read_hexahedron8f,
    .sample = sample_hexahedron8f,
};

static void read_hexahedron8upc(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_HEXAHEDRON_8, FORM_PRESSURE);
}
static void sample_hexahedron8upc(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_HEXAHEDRON_8, FORM_PRESSURE);
}

const elem_type hexahedron8upc_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_HEXAHEDRON8UPC],
    .grammar = "hexahedron8upc: " SOLID_PRESSURE_GRAMMAR,
    .summary = "A solid with the shape of a box and eight nodes, with pressures as unknowns of their own.",
    .read = read_hexahedron8upc,
    .sample = sample_hexahedron8upc,
};
