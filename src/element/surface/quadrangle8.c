/* quadrangle8.c - quadrilateral faces with eight nodes, in two node orders: q8 as in hexahedron20, q8r as in
 * hexahedron20r.
 *
 *     corner      h_k = (1 + r1 r1k) (1 + r2 r2k) (r1 r1k + r2 r2k - 1) / 4
 *     mid-side    h_k = (1 - r1^2) (1 + r2 r2k) / 2 where r1k = 0, and the same with r2 */
#include "element/surface/surface.h"

static const signed char AT[][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
static const signed char AT_R[][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}};

double face_gauss_9(int index, double r[2])
{
    static const double at[] = {0.7745966692414834, 0.0, -0.7745966692414834}, weight[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    r[0] = at[index / 3], r[1] = at[index % 3];
    return weight[index / 3] * weight[index % 3];
}

void face_serendipity(const signed char (*at)[2], const double r[2], double *h, double (*derivative)[2])
{
    face_bilinear(at, r, h, derivative);
    for (int k = 0; k < 4; k++) {
        const double more = r[0] * at[k][0] + r[1] * at[k][1] - 1.0;
        for (int i = 0; i < 2; i++)
            derivative[k][i] = derivative[k][i] * more + h[k] * at[k][i];
        h[k] *= more;
    }
    for (int k = 4; k < 8; k++) {
        const int i = at[k][0] == 0 ? 0 : 1, j = 1 - i; /* along the side, across it */
        const double bubble = 1.0 - r[i] * r[i], b = 1.0 + r[j] * at[k][j];
        h[k] = 0.5 * bubble * b;
        derivative[k][i] = -r[i] * b;
        derivative[k][j] = 0.5 * bubble * at[k][j];
    }
}

static void quadrangle8_functions(const double r[2], double *h, double (*derivative)[2])
{
    face_serendipity(AT, r, h, derivative);
}
static void functions_r(const double r[2], double *h, double (*derivative)[2])
{
    face_serendipity(AT_R, r, h, derivative);
}

static const face_shape SHAPE = {"quadrangle8:", 8, 9, quadrangle8_functions, face_gauss_9};
static const face_shape SHAPE_R = {"quadrangle8r:", 8, 9, functions_r, face_gauss_9};

static void read_pressureq8(reader *reader, elem *element) { read_pressure_load(reader, element, &SHAPE); }
static void sample_pressureq8(sampler *from, elem *element) { pressure_sample(from, element, &SHAPE); }

const elem_type pressureq8_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_PRESSUREQ8],
    .grammar = "pressureq8: " PRESSURE_GRAMMAR,
    .summary = "A pressure on a face with eight nodes.",
    .read = read_pressureq8,
    .sample = sample_pressureq8,
};

static void read_tractionq8(reader *reader, elem *element) { read_traction_load(reader, element, &SHAPE); }
static void sample_tractionq8(sampler *from, elem *element) { traction_sample(from, element, &SHAPE); }

const elem_type tractionq8_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_TRACTIONQ8],
    .grammar = "tractionq8: " TRACTION_GRAMMAR,
    .summary = "A traction on a face with eight nodes.",
    .read = read_tractionq8,
    .sample = sample_tractionq8,
};

static void read_pressureq8r(reader *reader, elem *element) { read_pressure_load(reader, element, &SHAPE_R); }
static void sample_pressureq8r(sampler *from, elem *element) { pressure_sample(from, element, &SHAPE_R); }

const elem_type pressureq8r_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_PRESSUREQ8R],
    .grammar = "pressureq8r: " PRESSURE_GRAMMAR,
    .summary = "A pressure on a face with eight nodes, in the order of hexahedron20r.",
    .read = read_pressureq8r,
    .sample = sample_pressureq8r,
};

static void read_tractionq8r(reader *reader, elem *element) { read_traction_load(reader, element, &SHAPE_R); }
static void sample_tractionq8r(sampler *from, elem *element) { traction_sample(from, element, &SHAPE_R); }

const elem_type tractionq8r_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_TRACTIONQ8R],
    .grammar = "tractionq8r: " TRACTION_GRAMMAR,
    .summary = "A traction on a face with eight nodes, in the order of hexahedron20r.",
    .read = read_tractionq8r,
    .sample = sample_tractionq8r,
};
