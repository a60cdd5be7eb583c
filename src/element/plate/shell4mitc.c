/* shell4mitc.c - a shell with four nodes: directors, mixed interpolation of membrane and shear, enhanced membrane.
 *
 * In natural coordinates r, s, with x_r, x_s, x_d the linear and bilinear parts of the shape, strains are evaluated at
 * the middles of the sides, A (0, 1), B (0, -1), C (1, 0), D (-1, 0), and at the centre E:
 *
 *     shear        g_r = (1 + s)/2 g_r(A) + (1 - s)/2 g_r(B),    g_s = (1 + r)/2 g_s(C) + (1 - r)/2 g_s(D)
 *                                                                  Dvorkin and Bathe, Eng. Comput. 1 (1984)
 *     membrane     bil = aA e_rr(A) + aB e_rr(B) + aC e_ss(C) + aD e_ss(D) + aE e_rs(E)
 *                  e_rr = (A + B)/2 + s (A - B)/2 + (s^2 - 1) bil        A, B: e_rr there
 *                  e_ss = (C + D)/2 + r (C - D)/2 + (r^2 - 1) bil        C, D: e_ss there
 *                  e_rs = E + r (A - B)/4 + s (C - D)/4 + r s bil        E: e_rs there
 *                  cr, cs: x_d = cr x_r + cs x_s in the plane of these;   n = cr^2 + cs^2 - 1
 *                  aA, aB = cr (cr -+ 1) / 2 n,   aC, aD = cs (cs -+ 1) / 2 n,   aE = 2 cr cs / n
 *                                                           MITC4+: Ko, Lee and Bathe, Comput. Struct. 182 (2017)
 *
 * A flat element has the membrane strains of its displacements; a warped one does not lock. In-plane bending is then as
 * stiff as in any four-node element; the four modes of Simo and Rifai (IJNME 29, 1990) correct this. They have zero
 * mean and therefore do not affect the patch tests.
 *
 *     e = det J0 / det J  J0^-T [r b1, (r b3 + s b4)/2; ., s b2] J0^-1 */
#include "element/plate/director.h"

static const double SIDE_A[] = {0, 1}, SIDE_B[] = {0, -1}, SIDE_C[] = {1, 0}, SIDE_D[] = {-1, 0}, CENTRE[] = {0, 0};

/* --- membrane ----------------------------------------------------------------------------------------------------- */

/* e_kl at a point, as pairs of nodes. */
static void strain_pairs(const double r[2], int k, int l, double f, node_pairs to)
{
    double h[PLATE_NODES], derivative[2][PLATE_NODES];
    quadrangle_at(r, h, derivative);
    pairs_add(to, 0.5 * f, derivative[k], derivative[l]);
    pairs_add(to, 0.5 * f, derivative[l], derivative[k]);
}

/* Coefficients of A, B, C, D, E in a sum. */
typedef struct {
    double a, b, c, d, e;
} tied;

static void add_tied(const tied *tied, double f, node_pairs to)
{
    strain_pairs(SIDE_A, 0, 0, f * tied->a, to);
    strain_pairs(SIDE_B, 0, 0, f * tied->b, to);
    strain_pairs(SIDE_C, 1, 1, f * tied->c, to);
    strain_pairs(SIDE_D, 1, 1, f * tied->d, to);
    strain_pairs(CENTRE, 0, 1, f * tied->e, to);
}

static tied bilinear_part(const plate *plate, const plate_surface *centre)
{
    static const double SIGN[] = {1, -1, 1, -1};
    const vec3 *x = centre->x, normal = vec3_cross(x[0], x[1]);
    vec3 xd = {0, 0, 0};
    for (int k = 0; k < PLATE_NODES; k++)
        xd = vec3_axpy(xd, 0.25 * SIGN[k], plate_x0(plate, k));
    const double area2 = vec3_dot(normal, normal);
    const double cr = vec3_dot(vec3_cross(xd, x[1]), normal) / area2,
                 cs = vec3_dot(vec3_cross(x[0], xd), normal) / area2;
    const double n = cr * cr + cs * cs - 1.0;
    return (tied){0.5 * cr * (cr - 1.0) / n, 0.5 * cr * (cr + 1.0) / n, 0.5 * cs * (cs - 1.0) / n,
                  0.5 * cs * (cs + 1.0) / n, 2.0 * cr * cs / n};
}

static tied tied_sum(tied t, const tied *bilinear, double f)
{
    return (tied){t.a + f * bilinear->a, t.b + f * bilinear->b, t.c + f * bilinear->c, t.d + f * bilinear->d,
                  t.e + f * bilinear->e};
}

/* J^-1: rows r, s; columns along the axes. */
static void inverse(const plate_surface *at, double I[2][2])
{
    I[0][0] = at->J[1][1] / at->det, I[0][1] = -at->J[0][1] / at->det;
    I[1][0] = -at->J[1][0] / at->det, I[1][1] = at->J[0][0] / at->det;
}

static void membrane_at(const double r[2], const plate_surface *at, const tied *bilinear, product_point *to)
{
    double I[2][2];
    const double x = r[0], y = r[1];
    const tied rr = tied_sum((tied){0.5 * (1.0 + y), 0.5 * (1.0 - y), 0, 0, 0}, bilinear, y * y - 1.0);
    const tied ss = tied_sum((tied){0, 0, 0.5 * (1.0 + x), 0.5 * (1.0 - x), 0}, bilinear, x * x - 1.0);
    const tied rs = tied_sum((tied){0.25 * x, -0.25 * x, 0.25 * y, -0.25 * y, 1.0}, bilinear, x * y);
    inverse(at, I);
    for (int i = 0; i < 2; i++) {
        add_tied(&rr, I[0][i] * I[0][i], to->c[i]);
        add_tied(&ss, I[1][i] * I[1][i], to->c[i]);
        add_tied(&rs, 2.0 * I[0][i] * I[1][i], to->c[i]);
    }
    add_tied(&rr, 2.0 * I[0][0] * I[0][1], to->c[2]);
    add_tied(&ss, 2.0 * I[1][0] * I[1][1], to->c[2]);
    add_tied(&rs, 2.0 * (I[0][0] * I[1][1] + I[1][0] * I[0][1]), to->c[2]);
}

enum { MODES = 4 };

static void modes_at(const double r[2], const plate_surface *centre, double det, double (*P)[PLATE_MODES])
{
    double I[2][2];
    inverse(centre, I);
    const double f = centre->det / det, rr[MODES] = {r[0], 0, 0, 0}, ss[MODES] = {0, r[1], 0, 0};
    const double both[MODES] = {0, 0, r[0], r[1]};
    for (int m = 0; m < MODES; m++) {
        for (int i = 0; i < 2; i++)
            P[i][m] = f * (I[0][i] * I[0][i] * rr[m] + I[1][i] * I[1][i] * ss[m] + I[0][i] * I[1][i] * both[m]);
        P[2][m] = f * (2.0 * I[0][0] * I[0][1] * rr[m] + 2.0 * I[1][0] * I[1][1] * ss[m] +
                       (I[0][0] * I[1][1] + I[1][0] * I[0][1]) * both[m]);
    }
}

/* --- shear -------------------------------------------------------------------------------------------------------- */

static void shear_at(const plate *plate, const double r[2], const plate_surface *at, product_point *to)
{
    double I[2][2];
    inverse(at, I);
    for (int i = 0; i < 2; i++) {
        director_shear(plate, SIDE_A, 0, I[0][i] * 0.5 * (1.0 + r[1]), to->c[PRODUCT_SHEAR + i]);
        director_shear(plate, SIDE_B, 0, I[0][i] * 0.5 * (1.0 - r[1]), to->c[PRODUCT_SHEAR + i]);
        director_shear(plate, SIDE_C, 1, I[1][i] * 0.5 * (1.0 + r[0]), to->c[PRODUCT_SHEAR + i]);
        director_shear(plate, SIDE_D, 1, I[1][i] * 0.5 * (1.0 - r[0]), to->c[PRODUCT_SHEAR + i]);
    }
}

static bool shell4mitc_complete(arena *memory, plate *of)
{
    director_shell *q = (director_shell *)of;
    enhanced *by = &of->enhanced;
    plate_surface centre, at;
    plate_surface_at(of, CENTRE, &centre);
    enhanced_begin(memory, by, QUADRANGLE_POINTS, PRODUCT_STRAINS, PRODUCT_ROWS, PRODUCT_MEMBRANE, MODES);
    director_complete(memory, q, &centre);
    const tied bilinear = bilinear_part(of, &centre);
    for (int k = 0; k < QUADRANGLE_POINTS; k++) {
        product_point *to = &q->product_plate.point[k];
        double r[2];
        quadrangle_point(k, r);
        plate_surface_at(of, r, &at);
        director_axes(&at, mat3_col(&centre.axes, 0));
        director_point(q, k, &at, 1.0);
        membrane_at(r, &at, &bilinear, to);
        shear_at(of, r, &at, to);
        modes_at(r, &centre, at.det, by->P[k]);
    }
    director_mean_drilling(q);
    product_complete(&q->product_plate);
    return true;
}

static const plate_kind KIND = {.n_nodes = PLATE_NODES,
                                .functions = quadrangle_at,
                                .corner = QUADRANGLE_CORNERS,
                                .log = "shell4:",
                                .shear = 5.0 / 6.0,
                                .complete = shell4mitc_complete,
                                .stress = director_stress};

static void shell4mitc_read(reader *reader, elem *element) { read_director_shell(reader, element, &KIND); }
static void shell4mitc_sample(sampler *from, elem *element) { director_sample(from, element, &KIND); }

const elem_type shell4mitc_type = {
    DIRECTOR_SLOTS,
    .card = &elem_cards[CARD_SHELL4MITC],
    .grammar = "shell4mitc: LABEL, NODE, NODE, NODE, NODE, " DIRECTOR_GRAMMAR,
    .summary = "A shell with four nodes that passes patch tests and does not lock.",
    .read = shell4mitc_read,
    .sample = shell4mitc_sample,
};
