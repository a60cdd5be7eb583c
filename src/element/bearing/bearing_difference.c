/* bearing_difference.c - Reynolds' equation by finite differences, at each node with its four neighbours.
 *
 *     rho' h + rho h' + (m_e - m_w) / (x_e - x_w) + (m_n - m_s) / (z_n - z_s) = 0        w, e, s, n: midpoints
 *     m = rho q,   q = U h / 2 - h^3 / (12 eta) dp/dx        h, U, eta: means; rho: of the upstream node
 *
 * Multiplied by the equation scale, this is the row of an unknown pressure; multiplied by the area around the node, the
 * flow of an inlet. A hydraulic node at an edge receives the flow halfway to the next nodes. */
#include "element/bearing/bearing.h"

enum { WEST, EAST, SOUTH, NORTH, MIDDLE, STENCIL };

static void mean(const meeting *meeting, int a, int b, const jet1 *x, const jet1 *y, jet1 *r)
{
    jet1 other;
    meeting_wide(meeting, a, x, r);
    meeting_wide(meeting, b, y, &other);
    jet1_add_to(meeting->lanes, r, 1.0, &other);
    jet1_scale_by(meeting->lanes, r, 0.5);
}

/* Computes the mass flow from node a to node b of the stencil, per width; axis 0: along x. */
static void flux(const meeting *meeting, const film *f, int a, int b, int axis, double distance, jet1 *q)
{
    const film *const from = &f[meeting->node[a]], *const to = &f[meeting->node[b]];
    const int n = meeting->lanes;
    jet1 h, eta, other, derivative, rho;
    mean(meeting, a, b, &from->h, &to->h, &h);
    mean(meeting, a, b, &from->U[axis], &to->U[axis], q);
    jet1_mul_by(n, q, &h);
    jet1_scale_by(n, q, 0.5);
    meeting_internal(meeting, b, to->number, &derivative);
    meeting_internal(meeting, a, from->number, &other);
    jet1_add_to(n, &derivative, -1.0, &other);
    meeting_internal(meeting, a, from->eta, &eta);
    meeting_internal(meeting, b, to->eta, &other);
    jet1_add_to(n, &eta, 1.0, &other);
    const double h3 = h.v * h.v * h.v;
    jet1_chain_by(n, &h, h3, 3.0 * h.v * h.v);
    jet1_mul_by(n, &h, &derivative);
    jet1_div_by(n, &h, &eta);
    jet1_add_to(n, q, -1.0 / (6.0 * distance), &h);
    const int upstream = q->v >= 0.0 ? a : b;
    meeting_internal(meeting, upstream, f[meeting->node[upstream]].rho, &rho);
    jet1_mul_by(n, q, &rho);
}

typedef struct {
    int i, j;
    double west, east, south, north; /* distances */
} cell;

static cell cell_at(const bearing *bearing, int i, int j)
{
    const double r = bearing_radius(bearing);
    const int before = i > 0 ? i - 1 : bearing->n_phi - 1;
    return (cell){i,
                  j,
                  r * (bearing->phi[before + 1] - bearing->phi[before]),
                  r * (bearing->phi[i + 1] - bearing->phi[i]),
                  bearing->z[j] - bearing->z[j - 1],
                  bearing->z[j + 1] - bearing->z[j]};
}

/* Computes the mass balance of an inner node, per area. */
static void balance(const meeting *meeting, const film *f, const cell *cell, jet1 *r)
{
    const film *const at = &f[meeting->node[MIDDLE]];
    const int n = meeting->lanes;
    const double x = 0.5 * (cell->west + cell->east), z = 0.5 * (cell->south + cell->north);
    jet1 a, b;
    meeting_internal(meeting, MIDDLE, at->rho_rate, r);
    meeting_wide(meeting, MIDDLE, &at->h, &a);
    jet1_mul_by(n, r, &a);
    meeting_internal(meeting, MIDDLE, at->rho, &a);
    meeting_wide(meeting, MIDDLE, &at->h_rate, &b);
    jet1_mul_by(n, &a, &b);
    jet1_add_to(n, r, 1.0, &a);
    flux(meeting, f, MIDDLE, EAST, 0, cell->east, &a);
    jet1_add_to(n, r, 1.0 / x, &a);
    flux(meeting, f, WEST, MIDDLE, 0, cell->west, &a);
    jet1_add_to(n, r, -1.0 / x, &a);
    flux(meeting, f, MIDDLE, NORTH, 1, cell->north, &a);
    jet1_add_to(n, r, 1.0 / z, &a);
    flux(meeting, f, SOUTH, MIDDLE, 1, cell->south, &a);
    jet1_add_to(n, r, -1.0 / z, &a);
}

static void inner_row(int lanes, const elem *element, const film *film, int i, int j, local *out)
{
    const bearing *bearing = element->self;
    const int at = grid_at(bearing, i, j),
              stencil[STENCIL] = {grid_at(bearing, i - 1, j), grid_at(bearing, i + 1, j), at - 1, at + 1, at};
    const grid_node *here = &bearing->node[at];
    if (here->pressure < 0 && here->port < 0)
        return;
    const meeting meeting = meeting_begin(bearing, lanes, STENCIL, stencil);
    const cell cell = cell_at(bearing, i, j);
    jet1 r;
    if (film[at].is_given) {
        meeting_internal(&meeting, MIDDLE, film[at].unlike, &r);
        meeting_put(bearing, &meeting, out, bearing_internal(bearing) + here->pressure, bearing->equation_scale, &r);
        return;
    }
    balance(&meeting, film, &cell, &r);
    if (here->port >= 0)
        meeting_put(bearing, &meeting, out, MOTION + here->port,
                    0.25 * (cell.west + cell.east) * (cell.south + cell.north), &r);
    else
        meeting_put(bearing, &meeting, out, bearing_internal(bearing) + here->pressure, bearing->equation_scale, &r);
}

/* Adds the flows of hydraulic nodes at the edges. */
static void edge_row(int lanes, const bearing *bearing, const film *film, int i, int edge, local *out)
{
    const int j = edge == 0 ? 0 : bearing->n_z - 2, pair[2] = {grid_at(bearing, i, j), grid_at(bearing, i, j + 1)};
    const meeting meeting = meeting_begin(bearing, lanes, 2, pair);
    jet1 q;
    flux(&meeting, film, 0, 1, 1, bearing->z[j + 1] - bearing->z[j], &q);
    meeting_put(bearing, &meeting, out, MOTION + edge, (edge == 0 ? 1.0 : -1.0) * grid_share_x(bearing, i), &q);
}

void difference_rows(int lanes, const elem *element, const film *film, local *out)
{
    const bearing *bearing = element->self;
    for (int i = 0; i < bearing->n_phi; i++) {
        for (int j = 1; j < bearing->n_z - 1; j++)
            inner_row(lanes, element, film, i, j, out);
        for (int edge = 0; bearing->has_axial_ports && edge < 2; edge++)
            edge_row(lanes, bearing, film, i, edge, out);
    }
}
