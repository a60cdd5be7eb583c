/* shell3mitc.c - a shell with three nodes: directors, a bubble, mixed interpolation of shear strains.
 *
 * MITC3+, Lee, Lee and Bathe (Comput. Struct. 138, 2014). Membrane strains are constant. The director has a bubble b,
 * whose components y,1 . b and y,2 . b are the parameters of two modes:
 *
 *     d = sum h_i d_i + f b,      f = 27 r s (1 - r - s)
 *     k_ij += (f,i b_j + f,j b_i) / 2,      g_i += f b_i
 *
 * which also holds for large rotations, because y,1 and y,2 are constant. Shear strains, d = 1/10000:
 *
 *     g_r = 2/3 (g_r - g_s/2)(B) + 1/3 (g_r + g_s)(C) + (3 s - 1)/3 c
 *     g_s = 2/3 (g_s - g_r/2)(A) + 1/3 (g_r + g_s)(C) + (1 - 3 r)/3 c
 *     c = g_r(F) - g_r(D) - g_s(F) + g_s(E)
 *     A (1/6, 2/3)              B (2/3, 1/6)              C (1/6, 1/6)
 *     D (1/3 + d, 1/3 - 2 d)    E (1/3 - 2 d, 1/3 + d)    F (1/3 + d, 1/3 + d) */
#include "element/plate/director.h"

enum { CORNERS = 3, POINTS = 6, MODES = 2, MODE_ROWS = 5 };

static const double CORNER[CORNERS][2] = {{0, 0}, {1, 0}, {0, 1}};

static void triangle_at(const double r[2], double *h, double (*derivative)[PLATE_NODES])
{
    h[0] = 1.0 - r[0] - r[1], h[1] = r[0], h[2] = r[1];
    derivative[0][0] = derivative[1][0] = -1.0;
    derivative[0][1] = derivative[1][2] = 1.0;
}

/* Degree 4 (Dunavant, IJNME 21, 1985); returns the weight, relative to the area 1/2. */
static double triangle_point(int i, double r[2])
{
    static const double NEAR[] = {0.445948490915965, 0.091576213509771},
                        WEIGHT[] = {0.223381589678011, 0.109951743655322};
    const double a = NEAR[i / 3];
    r[0] = i % 3 == 1 ? 1.0 - 2.0 * a : a;
    r[1] = i % 3 == 2 ? 1.0 - 2.0 * a : a;
    return 0.5 * WEIGHT[i / 3];
}

static double bubble(const double r[2]) { return 27.0 * r[0] * r[1] * (1.0 - r[0] - r[1]); }

/* --- shear -------------------------------------------------------------------------------------------------------- */

/* A point at which shear is evaluated, and the coefficients of its g_r, g_s in the sum. */
typedef struct {
    double r[2], weights[2];
} shear_point;

enum { PLACES = 6 };

/* Points and coefficients of g_r (along = 0) or g_s (along = 1) at r. */
static void shear_points(const double r[2], int along, shear_point *to)
{
    const double third = 1.0 / 3.0, d = 1e-4, c = along == 0 ? r[1] - third : third - r[0];
    const shear_point places[PLACES] = {
        {{1.0 / 6.0, 2.0 / 3.0}, {along ? -third : 0.0, along ? 2.0 * third : 0.0}},
        {{2.0 / 3.0, 1.0 / 6.0}, {along ? 0.0 : 2.0 * third, along ? 0.0 : -third}},
        {{1.0 / 6.0, 1.0 / 6.0}, {third, third}},
        {{third + d, third - 2.0 * d}, {-c, 0.0}},
        {{third - 2.0 * d, third + d}, {0.0, c}},
        {{third + d, third + d}, {c, -c}},
    };
    for (int i = 0; i < PLACES; i++)
        to[i] = places[i];
}

/* Adds f times this shear to a strain: pairs of nodes, and modes. b: b_r and b_s as sums of the modes. */
static void add_shear(const plate *plate, const double r[2], int along, double f, const double b[2][MODES],
                      node_pairs to, double *P)
{
    shear_point places[PLACES];
    shear_points(r, along, places);
    for (int i = 0; i < PLACES; i++)
        for (int k = 0; k < 2; k++) {
            director_shear(plate, places[i].r, k, f * places[i].weights[k], to);
            for (int m = 0; m < MODES; m++)
                P[m] += f * places[i].weights[k] * bubble(places[i].r) * b[k][m];
        }
}

/* --- the element -------------------------------------------------------------------------------------------------- */

/* Derivatives of the bubble along the axes. */
static void bubble_modes(const double r[2], const plate_surface *at, double (*P)[PLATE_MODES])
{
    const double last = 1.0 - r[0] - r[1];
    const double by[2] = {27.0 * r[1] * (last - r[0]), 27.0 * r[0] * (last - r[1])};
    const double f1 = (by[0] * at->J[1][1] - by[1] * at->J[1][0]) / at->det;
    const double f2 = (by[1] * at->J[0][0] - by[0] * at->J[0][1]) / at->det;
    P[0][0] = f1, P[1][1] = f2, P[2][0] = f2, P[2][1] = f1;
}

static void membrane_at(const plate_surface *at, product_point *to)
{
    pairs_add(to->c[0], 1.0, at->along[0], at->along[0]);
    pairs_add(to->c[1], 1.0, at->along[1], at->along[1]);
    pairs_add(to->c[2], 1.0, at->along[0], at->along[1]);
    pairs_add(to->c[2], 1.0, at->along[1], at->along[0]);
}

static void shear_at(const plate *plate, const double r[2], const plate_surface *at, product_point *to,
                     double (*P)[PLATE_MODES])
{
    const double b[2][MODES] = {{at->J[0][0], at->J[1][0]}, {at->J[0][1], at->J[1][1]}};
    const double I[2][2] = {{at->J[1][1] / at->det, -at->J[0][1] / at->det},
                            {-at->J[1][0] / at->det, at->J[0][0] / at->det}};
    for (int i = 0; i < 2; i++)
        for (int along = 0; along < 2; along++)
            add_shear(plate, r, along, I[along][i], b, to->c[PRODUCT_SHEAR + i], P[3 + i]);
}

static bool shell3mitc_complete(arena *memory, plate *of)
{
    director_shell *q = (director_shell *)of;
    enhanced *by = &of->enhanced;
    plate_surface at;
    plate_surface_at(of, CORNER[0], &at);
    enhanced_begin(memory, by, POINTS, PRODUCT_STRAINS, PRODUCT_ROWS + PRODUCT_BENDING, MODE_ROWS, MODES);
    director_complete(memory, q, &at);
    for (int k = 0; k < POINTS; k++) {
        product_point *to = &q->product_plate.point[k];
        double r[2];
        const double weight = triangle_point(k, r);
        plate_surface_at(of, r, &at);
        director_point(q, k, &at, weight);
        membrane_at(&at, to);
        bubble_modes(r, &at, by->P[k]);
        shear_at(of, r, &at, to, by->P[k]);
    }
    director_mean_drilling(q);
    product_complete(&q->product_plate);
    return true;
}

static const plate_kind KIND = {.n_nodes = CORNERS,
                                .functions = triangle_at,
                                .corner = CORNER,
                                .log = "shell3:",
                                .shear = 5.0 / 6.0,
                                .complete = shell3mitc_complete,
                                .stress = director_stress};

static void shell3mitc_read(reader *reader, elem *element) { read_director_shell(reader, element, &KIND); }
static void shell3mitc_sample(sampler *from, elem *element) { director_sample(from, element, &KIND); }

const elem_type shell3mitc_type = {
    DIRECTOR_SLOTS,
    .card = &elem_cards[CARD_SHELL3MITC],
    .grammar = "shell3mitc: LABEL, NODE, NODE, NODE, " DIRECTOR_GRAMMAR,
    .summary = "A shell with three nodes that passes patch tests and does not lock in bending.",
    .read = shell3mitc_read,
    .sample = shell3mitc_sample,
};
