/* hexahedron20r.c - boxes with twenty nodes, reduced integration; functions as in hexahedron20, nodes in a different
 * order.
 *
 * Eight points for stress, 27 for the mass. Results at the points are fitted by a trilinear function. */
#include "element/solid/solid.h"

static const signed char AT[][3] = {
    {-1, -1, -1}, {1, -1, -1}, {1, 1, -1},  {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1},
    {-1, 1, 1},   {0, -1, -1}, {1, 0, -1},  {0, 1, -1},  {-1, 0, -1}, {0, -1, 1}, {1, 0, 1},
    {0, 1, 1},    {-1, 0, 1},  {-1, -1, 0}, {1, -1, 0},  {1, 1, 0},   {-1, 1, 0},
};

static void hexahedron20r_functions(const double r[3], double *h, double (*derivative)[3])
{
    serendipity(AT, r, h, derivative);
}
static void hexahedron20r_corners(const double r[3], double *h, double (*derivative)[3])
{
    trilinear(AT, r, h, derivative);
}

const solid_shape SHAPE_HEXAHEDRON_20R = {
    .solid_functions = {20, hexahedron20r_functions},
    .pressure = {8, hexahedron20r_corners},
    .fit = {8, hexahedron20r_corners},
    .nodes = AT,
    .unit = 1.0,
    .faces = &FACES_BOX,
    .stress = &RULE_GAUSS_8,
    .mass = &RULE_GAUSS_27,
};

static void read_hexahedron20fr(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_HEXAHEDRON_20R, FORM_GRADIENT);
}
static void sample_hexahedron20fr(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_HEXAHEDRON_20R, FORM_GRADIENT);
}

const elem_type hexahedron20fr_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_HEXAHEDRON20FR],
    .grammar = "hexahedron20fr: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a box and twenty nodes, reduced integration, with a law of the deformation "
               "gradient.",
    .read = read_hexahedron20fr,
    .sample = sample_hexahedron20fr,
};

static void read_hexahedron20r(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_HEXAHEDRON_20R, FORM_STRAIN);
}
static void sample_hexahedron20r(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_HEXAHEDRON_20R, FORM_STRAIN);
}

const elem_type hexahedron20r_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_HEXAHEDRON20R],
    .grammar = "hexahedron20r: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a box and twenty nodes, reduced integration.",
    .read = read_hexahedron20r,
    .sample = sample_hexahedron20r,
};

static void read_hexahedron20upcr(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_HEXAHEDRON_20R, FORM_PRESSURE);
}
static void sample_hexahedron20upcr(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_HEXAHEDRON_20R, FORM_PRESSURE);
}

const elem_type hexahedron20upcr_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_HEXAHEDRON20UPCR],
    .grammar = "hexahedron20upcr: " SOLID_PRESSURE_GRAMMAR,
    .summary = "A solid with the shape of a box and twenty nodes, reduced integration, with pressures as unknowns of "
               "their own.",
    .read = read_hexahedron20upcr,
    .sample = sample_hexahedron20upcr,
};
