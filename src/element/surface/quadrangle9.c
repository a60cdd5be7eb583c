/* quadrangle9.c - quadrilateral faces with nine nodes: products of the quadratic functions of a line.
 *
 *     l(r, 0) = 1 - r^2,   l(r, +-1) = r (r +- 1) / 2 */
#include "element/surface/surface.h"

static const signed char AT[][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}, {0, 0}};

static double line(double r, int a, double *d)
{
    *d = a == 0 ? -2.0 * r : r + 0.5 * a;
    return a == 0 ? 1.0 - r * r : 0.5 * r * (r + a);
}

static void quadrangle9_functions(const double r[2], double *h, double (*derivative)[2])
{
    for (int k = 0; k < 9; k++) {
        double d[2];
        const double a = line(r[0], AT[k][0], &d[0]), b = line(r[1], AT[k][1], &d[1]);
        h[k] = a * b;
        derivative[k][0] = d[0] * b;
        derivative[k][1] = a * d[1];
    }
}

static const face_shape SHAPE = {"quadrangle9:", 9, 9, quadrangle9_functions, face_gauss_9};

static void read_pressureq9(reader *reader, elem *element) { read_pressure_load(reader, element, &SHAPE); }
static void sample_pressureq9(sampler *from, elem *element) { pressure_sample(from, element, &SHAPE); }

const elem_type pressureq9_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_PRESSUREQ9],
    .grammar = "pressureq9: " PRESSURE_GRAMMAR,
    .summary = "A pressure on a face with nine nodes.",
    .read = read_pressureq9,
    .sample = sample_pressureq9,
};

static void read_tractionq9(reader *reader, elem *element) { read_traction_load(reader, element, &SHAPE); }
static void sample_tractionq9(sampler *from, elem *element) { traction_sample(from, element, &SHAPE); }

const elem_type tractionq9_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_TRACTIONQ9],
    .grammar = "tractionq9: " TRACTION_GRAMMAR,
    .summary = "A traction on a face with nine nodes.",
    .read = read_tractionq9,
    .sample = sample_tractionq9,
};
