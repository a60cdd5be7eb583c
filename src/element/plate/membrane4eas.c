/* membrane4eas.c - a membrane with four nodes and seven enhanced strains.
 *
 *     e11 = (y,1 . y,1 - 1) / 2,   e22 = (y,2 . y,2 - 1) / 2,   g12 = y,1 . y,2       axes of the reference surface
 *
 * enhanced by N^-1 H(r) / det J, with J at the centre:
 *
 *         | r1  r1r2  0   0     0   0   0    |            | J11^2     0        0       |
 *     H = | 0   0     r2  r1r2  0   0   0    |        N = | 3 J12^2   J22^2    J12 J22 |
 *         | 0   0     0   0     r1  r2  r1r2 |            | 0         0        1       |
 *
 * The 3 is 1 in the literature; MBDyn has 3, as its results for elements other than parallelograms show. The last row
 * is arbitrary, since the last row of H has all three functions. */
#include "element/plate/products.h"

static void modes_at(const double r[2], double J[2][2], double det, double (*P)[PLATE_MODES])
{
    const double both = r[0] * r[1];
    const double H[3][PLATE_MODES] = {
        {r[0], both, 0, 0, 0, 0, 0}, {0, 0, r[1], both, 0, 0, 0}, {0, 0, 0, 0, r[0], r[1], both}};
    for (int m = 0; m < PLATE_MODES; m++) {
        P[0][m] = H[0][m] / (J[0][0] * J[0][0] * det);
        P[2][m] = H[2][m] / det;
        P[1][m] =
            (H[1][m] / det - 3.0 * J[0][1] * J[0][1] * P[0][m] - J[0][1] * J[1][1] * P[2][m]) / (J[1][1] * J[1][1]);
    }
}

static bool membrane4eas_complete(arena *memory, plate *of)
{
    static const double CENTRE[2];
    product_plate *q = (product_plate *)of;
    enhanced *by = &of->enhanced;
    plate_surface centre, here;
    q->point = ARENA_ARRAY(memory, product_point, QUADRANGLE_POINTS);
    enhanced_begin(memory, by, QUADRANGLE_POINTS, PRODUCT_MEMBRANE, PRODUCT_ROWS, PRODUCT_MEMBRANE, PLATE_MODES);
    plate_surface_at(of, CENTRE, &centre);
    for (int k = 0; k < QUADRANGLE_POINTS; k++) {
        product_point *at = &q->point[k];
        double r[2];
        quadrangle_point(k, r);
        plate_surface_at(of, r, &here);
        by->weight[k] = here.det;
        pairs_add(at->c[0], 1.0, here.along[0], here.along[0]);
        pairs_add(at->c[1], 1.0, here.along[1], here.along[1]);
        pairs_add(at->c[2], 1.0, here.along[0], here.along[1]);
        pairs_add(at->c[2], 1.0, here.along[1], here.along[0]);
        modes_at(r, centre.J, here.det, by->P[k]);
    }
    product_complete(q);
    return true;
}

static const plate_kind KIND = {.n_nodes = PLATE_NODES,
                                .is_membrane = true,
                                .functions = quadrangle_at,
                                .corner = QUADRANGLE_CORNERS,
                                .log = "membrane4:",
                                .complete = membrane4eas_complete,
                                .stress = product_stress};

static void membrane4eas_read(reader *reader, elem *element) { read_plate(reader, element, &KIND); }
static void membrane4eas_sample(sampler *from, elem *element) { plate_sample(from, element, &KIND); }

const elem_type membrane4eas_type = {
    PLATE_SLOTS,
    .card = &elem_cards[CARD_MEMBRANE4EAS],
    .grammar = "membrane4eas: LABEL, NODE, NODE, NODE, NODE, " PLATE_LAW_GRAMMAR("", "3"),
    .summary = "A membrane with four nodes.",
    .size = sizeof(product_plate),
    .read = membrane4eas_read,
    .eval = product_eval,
    .sample = membrane4eas_sample,
    .assembly = &(const elem_assembly){.deformable = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
