/* triangle10.c - triangular faces with ten nodes.
 *
 *     area coordinates    a_1 = 1 - r1 - r2, a_2 = r1, a_3 = r2
 *     corner              h = a (3 a - 1) (3 a - 2) / 2
 *     side, nearer to a   h = 9 a (3 a - 1) b / 2
 *     centre              h = 27 a_1 a_2 a_3
 *
 * Nodes are in the order of Gmsh: corners; two on each of the sides 1-2, 2-3, 3-1, in this direction; the centre.
 * Twelve points of degree six (Dunavant, Int. J. Numer. Meth. Eng. 21, 1985): three near the corners, three near the
 * middles of the sides, six between them. */
#include "element/surface/surface.h"

static double twelve(int i, double r[2])
{
    const double A[] = {0.063089014491502228, 0.24928674517091042}, B = 0.053145049844816947, C = 0.31035245103378440;
    if (i < 6) {
        const double a = A[i / 3];
        r[0] = i % 3 == 1 ? 1.0 - 2.0 * a : a;
        r[1] = i % 3 == 2 ? 1.0 - 2.0 * a : a;
        return i < 3 ? 0.025422453185103409 : 0.058393137863189683;
    }
    const double at[] = {B, C, 1.0 - B - C};
    r[0] = at[(i - 6) / 2];
    r[1] = at[((i - 6) / 2 + 1 + i % 2) % 3];
    return 0.041425537809186788;
}

static double corner_function(double a, double *by_a)
{
    *by_a = 13.5 * a * a - 9.0 * a + 1.0;
    return 0.5 * a * (3.0 * a - 1.0) * (3.0 * a - 2.0);
}

/* The function of the node on a side that is nearer to where a = 1 than to where b = 1. */
static double side_function(double a, double b, double *by_a, double *by_b)
{
    *by_a = 4.5 * (6.0 * a - 1.0) * b;
    *by_b = 4.5 * a * (3.0 * a - 1.0);
    return *by_b * b;
}

static void triangle10_functions(const double r[2], double *h, double (*derivative)[2])
{
    static const double AREA_DERIVATIVE[3][2] = {{-1, -1}, {1, 0}, {0, 1}};
    const double a[] = {1.0 - r[0] - r[1], r[0], r[1]};
    h[9] = 27.0 * a[0] * a[1] * a[2];
    derivative[9][0] = 27.0 * a[2] * (a[0] - a[1]);
    derivative[9][1] = 27.0 * a[1] * (a[0] - a[2]);
    for (int k = 0; k < 3; k++) {
        const int j = (k + 1) % 3, near = 3 + 2 * k, far = near + 1;
        double corner, near_k, near_j, far_j, far_k;
        h[k] = corner_function(a[k], &corner);
        h[near] = side_function(a[k], a[j], &near_k, &near_j);
        h[far] = side_function(a[j], a[k], &far_j, &far_k);
        for (int i = 0; i < 2; i++) {
            derivative[k][i] = corner * AREA_DERIVATIVE[k][i];
            derivative[near][i] = near_k * AREA_DERIVATIVE[k][i] + near_j * AREA_DERIVATIVE[j][i];
            derivative[far][i] = far_j * AREA_DERIVATIVE[j][i] + far_k * AREA_DERIVATIVE[k][i];
        }
    }
}

static const face_shape SHAPE = {"triangle10:", 10, 12, triangle10_functions, twelve};

static void read_pressuret10(reader *reader, elem *element) { read_pressure_load(reader, element, &SHAPE); }
static void sample_pressuret10(sampler *from, elem *element) { pressure_sample(from, element, &SHAPE); }

const elem_type pressuret10_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_PRESSURET10],
    .grammar = "pressuret10: " PRESSURE_GRAMMAR,
    .summary = "A pressure on a triangular face with ten nodes.",
    .read = read_pressuret10,
    .sample = sample_pressuret10,
};

static void read_tractiont10(reader *reader, elem *element) { read_traction_load(reader, element, &SHAPE); }
static void sample_tractiont10(sampler *from, elem *element) { traction_sample(from, element, &SHAPE); }

const elem_type tractiont10_type = {
    SURFACE_SLOTS,
    .card = &elem_cards[CARD_TRACTIONT10],
    .grammar = "tractiont10: " TRACTION_GRAMMAR,
    .summary = "A traction on a triangular face with ten nodes.",
    .read = read_tractiont10,
    .sample = sample_tractiont10,
};
