/* hexahedron20.c - boxes with twenty nodes, full integration.
 *
 *     corner      h_k = (1 + r1 r1k) (1 + r2 r2k) (1 + r3 r3k) (r1 r1k + r2 r2k + r3 r3k - 2) / 8
 *     mid-side    h_k = (1 - r1^2) (1 + r2 r2k) (1 + r3 r3k) / 4 where r1k = 0, and cyclic
 *
 * Pressures are trilinear, at the corners. */
#include "element/solid/solid.h"

static const signed char AT[][3] = {
    {1, 1, 1},   {-1, 1, 1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, -1},  {-1, 1, -1}, {-1, -1, -1},
    {1, -1, -1}, {0, 1, 1},  {-1, 0, 1},  {0, -1, 1}, {1, 0, 1},   {0, 1, -1},  {-1, 0, -1},
    {0, -1, -1}, {1, 0, -1}, {1, 1, 0},   {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0},
};

/* Factor along one coordinate s with the sign a: its function and derivative. */
typedef struct {
    double v, d;
} factor;

static factor linear(double s, int a) { return (factor){1.0 + s * a, a}; }
static factor bubble(double s) { return (factor){1.0 - s * s, -2.0 * s}; }

/* Sets h = scale f[0] f[1] f[2], times `more` with derivatives dm. */
static void hexahedron20_product(double scale, const factor f[3], double more, const signed char dm[3], double *h,
                                 double *derivative)
{
    const double all = f[0].v * f[1].v * f[2].v;
    *h = scale * all * more;
    if (!derivative)
        return;
    derivative[0] = scale * (f[0].d * f[1].v * f[2].v * more + all * dm[0]);
    derivative[1] = scale * (f[0].v * f[1].d * f[2].v * more + all * dm[1]);
    derivative[2] = scale * (f[0].v * f[1].v * f[2].d * more + all * dm[2]);
}

void serendipity(const signed char (*at)[3], const double r[3], double *h, double (*derivative)[3])
{
    static const signed char none[3];
    for (int k = 0; k < 20; k++) {
        factor f[3];
        for (int i = 0; i < 3; i++)
            f[i] = at[k][i] == 0 ? bubble(r[i]) : linear(r[i], at[k][i]);
        const bool is_corner = k < 8;
        const double more = is_corner ? r[0] * at[k][0] + r[1] * at[k][1] + r[2] * at[k][2] - 2.0 : 1.0;
        hexahedron20_product(is_corner ? 0.125 : 0.25, f, more, is_corner ? at[k] : none, &h[k],
                             derivative ? derivative[k] : NULL);
    }
}

static void hexahedron20_functions(const double r[3], double *h, double (*derivative)[3])
{
    serendipity(AT, r, h, derivative);
}
static void hexahedron20_corners(const double r[3], double *h, double (*derivative)[3])
{
    trilinear(AT, r, h, derivative);
}

const solid_shape SHAPE_HEXAHEDRON_20 = {
    .solid_functions = {20, hexahedron20_functions},
    .pressure = {8, hexahedron20_corners},
    .fit = {20, hexahedron20_functions},
    .nodes = AT,
    .unit = 1.0,
    .faces = &FACES_BOX,
    .stress = &RULE_GAUSS_27,
    .mass = &RULE_GAUSS_27,
};

static void read_hexahedron20(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_HEXAHEDRON_20, FORM_STRAIN);
}
static void sample_hexahedron20(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_HEXAHEDRON_20, FORM_STRAIN);
}

const elem_type hexahedron20_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_HEXAHEDRON20],
    .grammar = "hexahedron20: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a box and twenty nodes.",
    .read = read_hexahedron20,
    .sample = sample_hexahedron20,
};

static void read_hexahedron20f(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_HEXAHEDRON_20, FORM_GRADIENT);
}
static void sample_hexahedron20f(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_HEXAHEDRON_20, FORM_GRADIENT);
}

const elem_type hexahedron20f_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_HEXAHEDRON20F],
    .grammar = "hexahedron20f: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a box and twenty nodes, with a law of the deformation gradient.",
    .read = read_hexahedron20f,
    .sample = sample_hexahedron20f,
};

static void read_hexahedron20upc(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_HEXAHEDRON_20, FORM_PRESSURE);
}
static void sample_hexahedron20upc(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_HEXAHEDRON_20, FORM_PRESSURE);
}

const elem_type hexahedron20upc_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_HEXAHEDRON20UPC],
    .grammar = "hexahedron20upc: " SOLID_PRESSURE_GRAMMAR,
    .summary = "A solid with the shape of a box and twenty nodes, with pressures as unknowns of their own.",
    .read = read_hexahedron20upc,
    .sample = sample_hexahedron20upc,
};
