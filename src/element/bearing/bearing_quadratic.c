/* bearing_quadratic.c - Reynolds' equation by finite elements with nine nodes, of an incompressible fluid; and the
 * points where loads are summed up, which are its Gauss points, or the middles of the cells of finite differences.
 *
 *     rho int (h^3 / (12 eta) (N_x p_x + N_z p_z) + N (h' + U_x h_x / 2 + U_z h_z / 2)) dA = 0
 *
 * h, h', U and p are interpolated between the nodes. By the mean area of a node and multiplied by the equation scale,
 * the row of an unknown pressure. */
#include "element/bearing/bearing.h"
#include <math.h>

/* Two points in each direction, of weight 1. */
enum { GAUSS = 2 };
static const double GAUSS_AT[GAUSS] = {-0.577350269189625765, 0.577350269189625765};

/* --- points ------------------------------------------------------------------------------------------------------- */

int quadrature_count(const bearing *b)
{
    return b->is_quadratic ? b->n_phi / 2 * ((b->n_z - 1) / 2) * GAUSS * GAUSS : b->n_phi * (b->n_z - 1);
}

static void middle_of_cell(const bearing *b, int i, int j, quadrature *q)
{
    const double dx = bearing_radius(b) * (b->phi[i + 1] - b->phi[i]), dz = b->z[j + 1] - b->z[j];
    q->n = 4;
    for (int k = 0; k < 4; k++) {
        const int after = k / 2, above = k % 2;
        q->node[k] = grid_at(b, i + after, j + above);
        q->N[k] = 0.25;
        q->Nx[k] = (after ? 0.5 : -0.5) / dx;
        q->Nz[k] = (above ? 0.5 : -0.5) / dz;
    }
    q->phi = 0.5 * (b->phi[i] + b->phi[i + 1]);
    q->z = 0.5 * (b->z[j] + b->z[j + 1]);
    q->area = dx * dz;
}

/* The three parabolas that are 1 at -1, 0, 1, and their slopes. */
static void parabolas(double t, double N[3], double slope[3])
{
    N[0] = 0.5 * t * (t - 1.0);
    N[1] = 1.0 - t * t;
    N[2] = 0.5 * t * (t + 1.0);
    slope[0] = t - 0.5;
    slope[1] = -2.0 * t;
    slope[2] = t + 0.5;
}

static double sum3(const double N[3], double a, double b, double c) { return N[0] * a + N[1] * b + N[2] * c; }

static void gauss_point(const bearing *b, int i, int j, int point, quadrature *q)
{
    double A[3], A_s[3], B[3], B_s[3];
    const int g = point / GAUSS, h = point % GAUSS;
    const double *const phi = b->phi + i, *const z = b->z + j;
    parabolas(GAUSS_AT[g], A, A_s);
    parabolas(GAUSS_AT[h], B, B_s);
    const double dx = bearing_radius(b) * sum3(A_s, phi[0], phi[1], phi[2]), dz = sum3(B_s, z[0], z[1], z[2]);
    q->n = 9;
    for (int k = 0; k < 9; k++) {
        q->node[k] = grid_at(b, i + k / 3, j + k % 3);
        q->N[k] = A[k / 3] * B[k % 3];
        q->Nx[k] = A_s[k / 3] * B[k % 3] / dx;
        q->Nz[k] = A[k / 3] * B_s[k % 3] / dz;
    }
    q->phi = sum3(A, phi[0], phi[1], phi[2]);
    q->z = sum3(B, z[0], z[1], z[2]);
    q->area = dx * dz;
}

void quadrature_at(const bearing *b, int i, quadrature *q)
{
    if (!b->is_quadratic) {
        middle_of_cell(b, i / (b->n_z - 1), i % (b->n_z - 1), q);
        return;
    }
    const int each = GAUSS * GAUSS, element = i / each, along = (b->n_z - 1) / 2;
    gauss_point(b, 2 * (element / along), 2 * (element % along), i % each, q);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

/* sum_k weight_k narrow_k */
typedef const jet1 *(*pick)(const film *f);
static const jet1 *gap(const film *f) { return &f->h; }
static const jet1 *gap_rate(const film *f) { return &f->h_rate; }
static const jet1 *speed_x(const film *f) { return &f->U[0]; }
static const jet1 *speed_z(const film *f) { return &f->U[1]; }

static void bearing_quadratic_blend(const meeting *m, const film *f, const double *weight, pick of, jet1 *r)
{
    jet1 a;
    jet1_const(m->lanes, r, 0.0);
    for (int k = 0; k < m->n; k++) {
        meeting_wide(m, k, of(&f[m->node[k]]), &a);
        jet1_add_to(m->lanes, r, weight[k], &a);
    }
}

static void slope_of_pressure(const meeting *m, const film *f, const double *weight, jet1 *r)
{
    jet1 a;
    jet1_const(m->lanes, r, 0.0);
    for (int k = 0; k < m->n; k++) {
        meeting_own(m, k, f[m->node[k]].p, &a);
        jet1_add_to(m->lanes, r, weight[k], &a);
    }
}

/* h' + U_x h_x / 2 + U_z h_z / 2 */
static void wedge(const meeting *m, const film *f, const quadrature *q, jet1 *r)
{
    jet1 U, slope;
    bearing_quadratic_blend(m, f, q->N, gap_rate, r);
    for (int axis = 0; axis < 2; axis++) {
        bearing_quadratic_blend(m, f, q->N, axis == 0 ? speed_x : speed_z, &U);
        bearing_quadratic_blend(m, f, axis == 0 ? q->Nx : q->Nz, gap, &slope);
        jet1_mul_by(m->lanes, &U, &slope);
        jet1_add_to(m->lanes, r, 0.5, &U);
    }
}

/* Rows are by area, like those of finite differences. */
static double area_of_node(const bearing *b)
{
    return 2.0 * M_PI * bearing_radius(b) * b->width / (b->n_phi * (b->n_z - 1));
}

static void bearing_quadratic_put(const bearing *b, const meeting *m, const film *f, int k, double weight,
                                  const jet1 *a, local *out)
{
    const grid_node *at = &b->node[m->node[k]];
    if (at->port >= 0)
        meeting_put(b, m, out, MOTION + at->port, weight, a);
    else if (at->pressure >= 0 && !f[m->node[k]].is_given)
        meeting_put(b, m, out, bearing_own(b) + at->pressure, weight / area_of_node(b) * b->equation_scale, a);
}

static void point_rows(int n, const bearing *b, const film *f, const quadrature *q, local *out)
{
    const meeting m = meeting_begin(b, n, q->n, q->node);
    jet1 h, flow[2], from;
    bearing_quadratic_blend(&m, f, q->N, gap, &h);
    jet1_chain_by(m.lanes, &h, h.v * h.v * h.v, 3.0 * h.v * h.v);
    for (int axis = 0; axis < 2; axis++) {
        slope_of_pressure(&m, f, axis == 0 ? q->Nx : q->Nz, &flow[axis]);
        jet1_mul_by(m.lanes, &flow[axis], &h);
    }
    wedge(&m, f, q, &from);
    const double rho = b->oil->density * q->area, through = rho / (12.0 * b->oil->viscosity);
    for (int k = 0; k < q->n; k++) {
        bearing_quadratic_put(b, &m, f, k, through * q->Nx[k], &flow[0], out);
        bearing_quadratic_put(b, &m, f, k, through * q->Nz[k], &flow[1], out);
        bearing_quadratic_put(b, &m, f, k, rho * q->N[k], &from, out);
    }
}

static void given_rows(int n, const bearing *b, const film *f, local *out)
{
    for (int k = 0; k < bearing_nodes(b); k++) {
        if (!f[k].is_given)
            continue;
        const meeting m = meeting_begin(b, n, 1, &k);
        jet1 r;
        meeting_own(&m, 0, f[k].unlike, &r);
        meeting_put(b, &m, out, bearing_own(b) + b->node[k].pressure, b->equation_scale, &r);
    }
}

void quadratic_rows(int n, const elem *e, const film *f, local *out)
{
    const bearing *b = e->self;
    for (int i = 0; i < quadrature_count(b); i++) {
        quadrature q;
        quadrature_at(b, i, &q);
        point_rows(n, b, f, &q, out);
    }
    given_rows(n, b, f, out);
}
