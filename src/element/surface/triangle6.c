/* triangle6.c - triangular faces with six nodes.
 *
 *     area coordinates    a_1 = 1 - r1 - r2, a_2 = r1, a_3 = r2
 *     corner              h = a (2 a - 1)
 *     side                h = 4 a b
 *
 * Seven points of degree five: the centre, three near the sides, three near the corners. */
#include "element/surface/surface.h"

static double seven(int i, double r[2])
{
    const double root = 3.872983346207417, A = (6.0 + (i < 4 ? root : -root)) / 21.0;
    if (i == 0) {
        r[0] = r[1] = 1.0 / 3.0;
        return 9.0 / 80.0;
    }
    r[0] = (i - 1) % 3 == 1 ? 1.0 - 2.0 * A : A;
    r[1] = (i - 1) % 3 == 2 ? 1.0 - 2.0 * A : A;
    return (155.0 + (i < 4 ? root : -root)) / 2400.0;
}

static void triangle6_functions(const double r[2], double *h, double (*derivative)[2])
{
    static const double AREA_DERIVATIVE[3][2] = {{-1, -1}, {1, 0}, {0, 1}};
    const double a[] = {1.0 - r[0] - r[1], r[0], r[1]};
    for (int k = 0; k < 3; k++) {
        const int j = (k + 1) % 3;
        h[k] = a[k] * (2.0 * a[k] - 1.0);
        h[3 + k] = 4.0 * a[k] * a[j];
        for (int i = 0; i < 2; i++) {
            derivative[k][i] = (4.0 * a[k] - 1.0) * AREA_DERIVATIVE[k][i];
            derivative[3 + k][i] = 4.0 * (a[j] * AREA_DERIVATIVE[k][i] + a[k] * AREA_DERIVATIVE[j][i]);
        }
    }
}

static const face_shape SHAPE = {"triangle6:", 6, 7, triangle6_functions, seven};

static void read_pressuret6(reader *reader, elem *element) { read_pressure_load(reader, element, &SHAPE); }
static void sample_pressuret6(sampler *from, elem *element) { pressure_sample(from, element, &SHAPE); }

const elem_type pressuret6_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_PRESSURET6],
    .grammar = "pressuret6: " PRESSURE_GRAMMAR,
    .summary = "A pressure on a triangular face with six nodes.",
    .read = read_pressuret6,
    .sample = sample_pressuret6,
};

static void read_tractiont6(reader *reader, elem *element) { read_traction_load(reader, element, &SHAPE); }
static void sample_tractiont6(sampler *from, elem *element) { traction_sample(from, element, &SHAPE); }

const elem_type tractiont6_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_TRACTIONT6],
    .grammar = "tractiont6: " TRACTION_GRAMMAR,
    .summary = "A traction on a triangular face with six nodes.",
    .read = read_tractiont6,
    .sample = sample_tractiont6,
};
