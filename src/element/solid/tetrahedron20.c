/* tetrahedron20.c - tetrahedra with twenty nodes; the first is at the origin.
 *
 *     volume coordinates  a_1 = 1 - r1 - r2 - r3, a_2 = r1, a_3 = r2, a_4 = r3
 *     corner              h = a (3 a - 1) (3 a - 2) / 2
 *     edge, nearer to a   h = 9 a (3 a - 1) b / 2
 *     face                h = 27 a b c
 *
 * Each function is a product of the factors of its node: with a_i = n_i / 3 there, factor n_i is
 *
 *     f_0 = 1,  f_1 = 3 a,  f_2 = 3 a (3 a - 1) / 2,  f_3 = 3 a (3 a - 1) (3 a - 2) / 6
 *
 * Nodes are in the order of Gmsh: corners; two on each of the edges 1-2, 2-3, 3-1, 4-1, 4-3, 4-2, in this direction;
 * the middles of the faces 1-2-3, 1-2-4, 1-3-4, 2-3-4. Results at the points are fitted by quadratic functions. */
#include "element/solid/solid.h"

static const signed char AT[][3] = {
    {0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 2, 0}, {0, 1, 0},
    {0, 0, 2}, {0, 0, 1}, {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1},
};

/* Factor n of a volume coordinate a, and its derivative. */
static double volume_factor(int n, double a, double *derivative)
{
    switch (n) {
    case 1:
        *derivative = 3.0;
        return 3.0 * a;
    case 2:
        *derivative = 9.0 * a - 1.5;
        return 1.5 * a * (3.0 * a - 1.0);
    case 3:
        *derivative = 13.5 * a * a - 9.0 * a + 1.0;
        return 0.5 * a * (3.0 * a - 1.0) * (3.0 * a - 2.0);
    default:
        *derivative = 0.0;
        return 1.0;
    }
}

static void tetrahedron20_functions(const double r[3], double *h, double (*derivative)[3])
{
    const double a[] = {1.0 - r[0] - r[1] - r[2], r[0], r[1], r[2]};
    for (int k = 0; k < 20; k++) {
        const int n[] = {3 - AT[k][0] - AT[k][1] - AT[k][2], AT[k][0], AT[k][1], AT[k][2]};
        double f[4], d[4];
        for (int i = 0; i < 4; i++)
            f[i] = volume_factor(n[i], a[i], &d[i]);
        h[k] = f[0] * f[1] * f[2] * f[3];
        if (!derivative)
            continue;
        const double by_origin = d[0] * f[1] * f[2] * f[3];
        derivative[k][0] = f[0] * d[1] * f[2] * f[3] - by_origin;
        derivative[k][1] = f[0] * f[1] * d[2] * f[3] - by_origin;
        derivative[k][2] = f[0] * f[1] * f[2] * d[3] - by_origin;
    }
}

/* Products of two volume coordinates: the quadratic functions. */
static void tetrahedron20_fit(const double r[3], double *h, double (*derivative)[3])
{
    (void)derivative;
    const double a[] = {1.0 - r[0] - r[1] - r[2], r[0], r[1], r[2]};
    int k = 0;
    for (int i = 0; i < 4; i++)
        for (int j = i; j < 4; j++)
            h[k++] = a[i] * a[j];
}

const solid_shape SHAPE_TETRAHEDRON_20 = {
    .solid_functions = {20, tetrahedron20_functions},
    .pressure = {0, NULL},
    .fit = {10, tetrahedron20_fit},
    .nodes = AT,
    .unit = 1.0 / 3.0,
    .faces = &FACES_TETRAHEDRON,
    .stress = &RULE_TETRAHEDRON_15,
    .mass = &RULE_TETRAHEDRON_24,
};

static void read_tetrahedron20(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_TETRAHEDRON_20, FORM_STRAIN);
}
static void sample_tetrahedron20(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_TETRAHEDRON_20, FORM_STRAIN);
}

const elem_type tetrahedron20_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_TETRAHEDRON20],
    .grammar = "tetrahedron20: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a tetrahedron and twenty nodes.",
    .read = read_tetrahedron20,
    .sample = sample_tetrahedron20,
};

static void read_tetrahedron20f(reader *reader, elem *element)
{
    read_solid(reader, element, &SHAPE_TETRAHEDRON_20, FORM_GRADIENT);
}
static void sample_tetrahedron20f(sampler *from, elem *element)
{
    solid_sample(from, element, &SHAPE_TETRAHEDRON_20, FORM_GRADIENT);
}

const elem_type tetrahedron20f_type = {
    SOLID_SLOTS,
    .card = &elem_cards[CARD_TETRAHEDRON20F],
    .grammar = "tetrahedron20f: " SOLID_GRAMMAR,
    .summary = "A solid with the shape of a tetrahedron and twenty nodes, with a law of the deformation gradient.",
    .read = read_tetrahedron20f,
    .sample = sample_tetrahedron20f,
};
