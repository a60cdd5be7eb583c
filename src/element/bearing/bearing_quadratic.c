/* bearing_quadratic.c - Reynolds' equation of an incompressible fluid by finite elements with nine nodes; and the
 * integration points of the loads, which are the Gauss points, or the centres of the cells of finite differences.
 *
 *     rho int (h^3 / (12 eta) (N_x p_x + N_z p_z) + N (h' + U_x h_x / 2 + U_z h_z / 2)) dA = 0
 *
 * h, h', U and p are interpolated between the nodes. Divided by the mean area of a node and multiplied by the equation
 * scale, this is the row of an unknown pressure. */
#include "element/bearing/bearing.h"
#include <math.h>

/* Two points in each direction, with weight 1. */
enum { GAUSS = 2 };
static const double GAUSS_AT[GAUSS] = {-0.577350269189625765, 0.577350269189625765};

/* --- points ------------------------------------------------------------------------------------------------------- */

int quadrature_count(const bearing *bearing)
{
    return bearing->is_quadratic ? bearing->n_phi / 2 * ((bearing->n_z - 1) / 2) * GAUSS * GAUSS
                                 : bearing->n_phi * (bearing->n_z - 1);
}

static void middle_of_cell(const bearing *bearing, int i, int j, quadrature *quadrature)
{
    const double dx = bearing_radius(bearing) * (bearing->phi[i + 1] - bearing->phi[i]),
                 dz = bearing->z[j + 1] - bearing->z[j];
    quadrature->n = 4;
    for (int k = 0; k < 4; k++) {
        const int after = k / 2, above = k % 2;
        quadrature->node[k] = grid_at(bearing, i + after, j + above);
        quadrature->N[k] = 0.25;
        quadrature->Nx[k] = (after ? 0.5 : -0.5) / dx;
        quadrature->Nz[k] = (above ? 0.5 : -0.5) / dz;
    }
    quadrature->phi = 0.5 * (bearing->phi[i] + bearing->phi[i + 1]);
    quadrature->z = 0.5 * (bearing->z[j] + bearing->z[j + 1]);
    quadrature->area = dx * dz;
}

/* Computes the three parabolas that are 1 at -1, 0, 1, and their derivatives. */
static void parabolas(double t, double N[3], double derivative[3])
{
    N[0] = 0.5 * t * (t - 1.0);
    N[1] = 1.0 - t * t;
    N[2] = 0.5 * t * (t + 1.0);
    derivative[0] = t - 0.5;
    derivative[1] = -2.0 * t;
    derivative[2] = t + 0.5;
}

static double sum3(const double N[3], double a, double b, double c) { return N[0] * a + N[1] * b + N[2] * c; }

static void gauss_point(const bearing *bearing, int i, int j, int point, quadrature *quadrature)
{
    double A[3], A_s[3], B[3], B_s[3];
    const int g = point / GAUSS, h = point % GAUSS;
    const double *const phi = bearing->phi + i, *const z = bearing->z + j;
    parabolas(GAUSS_AT[g], A, A_s);
    parabolas(GAUSS_AT[h], B, B_s);
    const double dx = bearing_radius(bearing) * sum3(A_s, phi[0], phi[1], phi[2]), dz = sum3(B_s, z[0], z[1], z[2]);
    quadrature->n = 9;
    for (int k = 0; k < 9; k++) {
        quadrature->node[k] = grid_at(bearing, i + k / 3, j + k % 3);
        quadrature->N[k] = A[k / 3] * B[k % 3];
        quadrature->Nx[k] = A_s[k / 3] * B[k % 3] / dx;
        quadrature->Nz[k] = A[k / 3] * B_s[k % 3] / dz;
    }
    quadrature->phi = sum3(A, phi[0], phi[1], phi[2]);
    quadrature->z = sum3(B, z[0], z[1], z[2]);
    quadrature->area = dx * dz;
}

void quadrature_at(const bearing *bearing, int index, quadrature *quadrature)
{
    if (!bearing->is_quadratic) {
        middle_of_cell(bearing, index / (bearing->n_z - 1), index % (bearing->n_z - 1), quadrature);
        return;
    }
    const int each = GAUSS * GAUSS, element = index / each, along = (bearing->n_z - 1) / 2;
    gauss_point(bearing, 2 * (element / along), 2 * (element % along), index % each, quadrature);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

/* sum_k weight_k narrow_k */
typedef const jet1 *(*pick)(const film *film);
static const jet1 *gap(const film *film) { return &film->h; }
static const jet1 *gap_rate(const film *film) { return &film->h_rate; }
static const jet1 *speed_x(const film *film) { return &film->U[0]; }
static const jet1 *speed_z(const film *film) { return &film->U[1]; }

static void bearing_quadratic_blend(const meeting *meeting, const film *film, const double *weight, pick of, jet1 *r)
{
    jet1 a;
    jet1_const(meeting->lanes, r, 0.0);
    for (int k = 0; k < meeting->n; k++) {
        meeting_wide(meeting, k, of(&film[meeting->node[k]]), &a);
        jet1_add_to(meeting->lanes, r, weight[k], &a);
    }
}

static void derivative_of_pressure(const meeting *meeting, const film *film, const double *weight, jet1 *r)
{
    jet1 a;
    jet1_const(meeting->lanes, r, 0.0);
    for (int k = 0; k < meeting->n; k++) {
        meeting_internal(meeting, k, film[meeting->node[k]].number, &a);
        jet1_add_to(meeting->lanes, r, weight[k], &a);
    }
}

/* h' + U_x h_x / 2 + U_z h_z / 2 */
static void wedge(const meeting *meeting, const film *film, const quadrature *quadrature, jet1 *r)
{
    jet1 U, derivative;
    bearing_quadratic_blend(meeting, film, quadrature->N, gap_rate, r);
    for (int axis = 0; axis < 2; axis++) {
        bearing_quadratic_blend(meeting, film, quadrature->N, axis == 0 ? speed_x : speed_z, &U);
        bearing_quadratic_blend(meeting, film, axis == 0 ? quadrature->Nx : quadrature->Nz, gap, &derivative);
        jet1_mul_by(meeting->lanes, &U, &derivative);
        jet1_add_to(meeting->lanes, r, 0.5, &U);
    }
}

/* Rows are per area, like those of finite differences. */
static double area_of_node(const bearing *bearing)
{
    return 2.0 * M_PI * bearing_radius(bearing) * bearing->width / (bearing->n_phi * (bearing->n_z - 1));
}

static void bearing_quadratic_put(const bearing *bearing, const meeting *meeting, const film *film, int k,
                                  double weight, const jet1 *a, local *out)
{
    const grid_node *at = &bearing->node[meeting->node[k]];
    if (at->port >= 0)
        meeting_put(bearing, meeting, out, MOTION + at->port, weight, a);
    else if (at->pressure >= 0 && !film[meeting->node[k]].is_given)
        meeting_put(bearing, meeting, out, bearing_internal(bearing) + at->pressure,
                    weight / area_of_node(bearing) * bearing->equation_scale, a);
}

static void point_rows(int lanes, const bearing *bearing, const film *film, const quadrature *quadrature, local *out)
{
    const meeting meeting = meeting_begin(bearing, lanes, quadrature->n, quadrature->node);
    jet1 h, flow[2], from;
    bearing_quadratic_blend(&meeting, film, quadrature->N, gap, &h);
    jet1_chain_by(meeting.lanes, &h, h.v * h.v * h.v, 3.0 * h.v * h.v);
    for (int axis = 0; axis < 2; axis++) {
        derivative_of_pressure(&meeting, film, axis == 0 ? quadrature->Nx : quadrature->Nz, &flow[axis]);
        jet1_mul_by(meeting.lanes, &flow[axis], &h);
    }
    wedge(&meeting, film, quadrature, &from);
    const double rho = bearing->oil->density * quadrature->area, through = rho / (12.0 * bearing->oil->viscosity);
    for (int k = 0; k < quadrature->n; k++) {
        bearing_quadratic_put(bearing, &meeting, film, k, through * quadrature->Nx[k], &flow[0], out);
        bearing_quadratic_put(bearing, &meeting, film, k, through * quadrature->Nz[k], &flow[1], out);
        bearing_quadratic_put(bearing, &meeting, film, k, rho * quadrature->N[k], &from, out);
    }
}

static void given_rows(int lanes, const bearing *bearing, const film *film, local *out)
{
    for (int k = 0; k < bearing_nodes(bearing); k++) {
        if (!film[k].is_given)
            continue;
        const meeting meeting = meeting_begin(bearing, lanes, 1, &k);
        jet1 r;
        meeting_internal(&meeting, 0, film[k].unlike, &r);
        meeting_put(bearing, &meeting, out, bearing_internal(bearing) + bearing->node[k].pressure,
                    bearing->equation_scale, &r);
    }
}

void quadratic_rows(int lanes, const elem *element, const film *film, local *out)
{
    const bearing *bearing = element->self;
    for (int i = 0; i < quadrature_count(bearing); i++) {
        quadrature quadrature;
        quadrature_at(bearing, i, &quadrature);
        point_rows(lanes, bearing, film, &quadrature, out);
    }
    given_rows(lanes, bearing, film, out);
}
