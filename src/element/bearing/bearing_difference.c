/* bearing_difference.c - Reynolds' equation by finite differences, at each node with its four neighbours.
 *
 *     rho' h + rho h' + (m_e - m_w) / (x_e - x_w) + (m_n - m_s) / (z_n - z_s) = 0        w, e, s, n: half way
 *     m = rho q,   q = U h / 2 - h^3 / (12 eta) dp/dx        h, U, eta: means; rho: of the node where the flow is from
 *
 * Multiplied by the equation scale, the row of an unknown pressure; by the area around the node, what an inlet feeds.
 * A hydraulic node at an edge takes the flow half way to the next nodes. */
#include "element/bearing/bearing.h"

enum { WEST, EAST, SOUTH, NORTH, MIDDLE, STENCIL };

static void mean(const meeting *m, int a, int b, const jet1 *x, const jet1 *y, jet1 *r)
{
    jet1 other;
    meeting_wide(m, a, x, r);
    meeting_wide(m, b, y, &other);
    jet1_add_to(m->lanes, r, 1.0, &other);
    jet1_scale_by(m->lanes, r, 0.5);
}

/* Mass flow from node a to node b of the stencil, by width; axis 0: along x. */
static void flux(const meeting *m, const film *f, int a, int b, int axis, double distance, jet1 *q)
{
    const film *const from = &f[m->node[a]], *const to = &f[m->node[b]];
    const int n = m->lanes;
    jet1 h, eta, other, slope, rho;
    mean(m, a, b, &from->h, &to->h, &h);
    mean(m, a, b, &from->U[axis], &to->U[axis], q);
    jet1_mul_by(n, q, &h);
    jet1_scale_by(n, q, 0.5);
    meeting_own(m, b, to->p, &slope);
    meeting_own(m, a, from->p, &other);
    jet1_add_to(n, &slope, -1.0, &other);
    meeting_own(m, a, from->eta, &eta);
    meeting_own(m, b, to->eta, &other);
    jet1_add_to(n, &eta, 1.0, &other);
    const double h3 = h.v * h.v * h.v;
    jet1_chain_by(n, &h, h3, 3.0 * h.v * h.v);
    jet1_mul_by(n, &h, &slope);
    jet1_div_by(n, &h, &eta);
    jet1_add_to(n, q, -1.0 / (6.0 * distance), &h);
    const int upstream = q->v >= 0.0 ? a : b;
    meeting_own(m, upstream, f[m->node[upstream]].rho, &rho);
    jet1_mul_by(n, q, &rho);
}

typedef struct {
    int i, j;
    double west, east, south, north; /* distances */
} cell;

static cell cell_at(const bearing *b, int i, int j)
{
    const double r = bearing_radius(b);
    const int before = i > 0 ? i - 1 : b->n_phi - 1;
    return (cell){i,
                  j,
                  r * (b->phi[before + 1] - b->phi[before]),
                  r * (b->phi[i + 1] - b->phi[i]),
                  b->z[j] - b->z[j - 1],
                  b->z[j + 1] - b->z[j]};
}

/* What is left over at an inner node, by area. */
static void balance(const meeting *m, const film *f, const cell *c, jet1 *r)
{
    const film *const at = &f[m->node[MIDDLE]];
    const int n = m->lanes;
    const double x = 0.5 * (c->west + c->east), z = 0.5 * (c->south + c->north);
    jet1 a, b;
    meeting_own(m, MIDDLE, at->rho_rate, r);
    meeting_wide(m, MIDDLE, &at->h, &a);
    jet1_mul_by(n, r, &a);
    meeting_own(m, MIDDLE, at->rho, &a);
    meeting_wide(m, MIDDLE, &at->h_rate, &b);
    jet1_mul_by(n, &a, &b);
    jet1_add_to(n, r, 1.0, &a);
    flux(m, f, MIDDLE, EAST, 0, c->east, &a);
    jet1_add_to(n, r, 1.0 / x, &a);
    flux(m, f, WEST, MIDDLE, 0, c->west, &a);
    jet1_add_to(n, r, -1.0 / x, &a);
    flux(m, f, MIDDLE, NORTH, 1, c->north, &a);
    jet1_add_to(n, r, 1.0 / z, &a);
    flux(m, f, SOUTH, MIDDLE, 1, c->south, &a);
    jet1_add_to(n, r, -1.0 / z, &a);
}

static void inner_row(int n, const elem *e, const film *f, int i, int j, local *out)
{
    const bearing *b = e->self;
    const int at = grid_at(b, i, j),
              stencil[STENCIL] = {grid_at(b, i - 1, j), grid_at(b, i + 1, j), at - 1, at + 1, at};
    const grid_node *here = &b->node[at];
    if (here->pressure < 0 && here->port < 0)
        return;
    const meeting m = meeting_begin(b, n, STENCIL, stencil);
    const cell c = cell_at(b, i, j);
    jet1 r;
    if (f[at].is_given) {
        meeting_own(&m, MIDDLE, f[at].unlike, &r);
        meeting_put(b, &m, out, bearing_own(b) + here->pressure, b->equation_scale, &r);
        return;
    }
    balance(&m, f, &c, &r);
    if (here->port >= 0)
        meeting_put(b, &m, out, MOTION + here->port, 0.25 * (c.west + c.east) * (c.south + c.north), &r);
    else
        meeting_put(b, &m, out, bearing_own(b) + here->pressure, b->equation_scale, &r);
}

/* What hydraulic nodes give at the edges. */
static void edge_row(int n, const bearing *b, const film *f, int i, int edge, local *out)
{
    const int j = edge == 0 ? 0 : b->n_z - 2, pair[2] = {grid_at(b, i, j), grid_at(b, i, j + 1)};
    const meeting m = meeting_begin(b, n, 2, pair);
    jet1 q;
    flux(&m, f, 0, 1, 1, b->z[j + 1] - b->z[j], &q);
    meeting_put(b, &m, out, MOTION + edge, (edge == 0 ? 1.0 : -1.0) * grid_share_x(b, i), &q);
}

void difference_rows(int n, const elem *e, const film *f, local *out)
{
    const bearing *b = e->self;
    for (int i = 0; i < b->n_phi; i++) {
        for (int j = 1; j < b->n_z - 1; j++)
            inner_row(n, e, f, i, j, out);
        for (int edge = 0; b->has_axial_ports && edge < 2; edge++)
            edge_row(n, b, f, i, edge, out);
    }
}
