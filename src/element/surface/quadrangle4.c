/* quadrangle4.c - faces with four corners and four nodes.
 *
 *     h_k = (1 + r1 r1k) (1 + r2 r2k) / 4 */
#include "element/surface/surface.h"

static const signed char AT[][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

double face_gauss_4(int index, double r[2])
{
    const double g = 0.5773502691896258;
    r[0] = index < 2 ? g : -g;
    r[1] = index % 2 == 0 ? g : -g;
    return 1.0;
}

void face_bilinear(const signed char (*at)[2], const double r[2], double *h, double (*derivative)[2])
{
    for (int k = 0; k < 4; k++) {
        const double a = 1.0 + r[0] * at[k][0], b = 1.0 + r[1] * at[k][1];
        h[k] = 0.25 * a * b;
        derivative[k][0] = 0.25 * at[k][0] * b;
        derivative[k][1] = 0.25 * a * at[k][1];
    }
}

static void quadrangle4_functions(const double r[2], double *h, double (*derivative)[2])
{
    face_bilinear(AT, r, h, derivative);
}

static const face_shape SHAPE = {"quadrangle4:", 4, 4, quadrangle4_functions, face_gauss_4};

static void read_pressureq4(reader *reader, elem *element) { read_pressure_load(reader, element, &SHAPE); }
static void sample_pressureq4(sampler *from, elem *element) { pressure_sample(from, element, &SHAPE); }

const elem_type pressureq4_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_PRESSUREQ4],
    .grammar = "pressureq4: " PRESSURE_GRAMMAR,
    .summary = "A pressure on a face with four nodes.",
    .read = read_pressureq4,
    .sample = sample_pressureq4,
};

static void read_tractionq4(reader *reader, elem *element) { read_traction_load(reader, element, &SHAPE); }
static void sample_tractionq4(sampler *from, elem *element) { traction_sample(from, element, &SHAPE); }

const elem_type tractionq4_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_TRACTIONQ4],
    .grammar = "tractionq4: " TRACTION_GRAMMAR,
    .summary = "A traction on a face with four nodes.",
    .read = read_tractionq4,
    .sample = sample_tractionq4,
};
