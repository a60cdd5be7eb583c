/* bearing_grid.c - nodes of the grid, and which of them have an unknown pressure.
 *
 *     edges z = -B/2, B/2:   a condition, or the pressure of a hydraulic node
 *     grooves and inlets on the carrier:   the same, at the nodes that they hold
 *     all others:   an unknown; where a groove of the other surface passes over a node its equation is p = p_groove
 *
 * With surfaces that give way every node has one more unknown, its deformation, behind the pressures. */
#include "element/bearing/bearing.h"
#include <math.h>

void bearing_set_grid(bearing *b, arena *memory, int n_z, int n_phi)
{
    b->n_z = n_z;
    b->n_phi = n_phi;
    b->z = ARENA_ARRAY(memory, double, n_z);
    b->phi = ARENA_ARRAY(memory, double, n_phi + 1);
    for (int j = 0; j < n_z; j++)
        b->z[j] = b->width * ((double)j / (n_z - 1) - 0.5);
    for (int i = 0; i <= n_phi; i++)
        b->phi[i] = 2.0 * M_PI * i / n_phi;
}

double grid_share_x(const bearing *b, int i)
{
    const double before = i > 0 ? b->phi[i] - b->phi[i - 1] : b->phi[b->n_phi] - b->phi[b->n_phi - 1];
    return 0.5 * bearing_radius(b) * (b->phi[i + 1] - b->phi[i] + before);
}

/* The condition or the port at a node, or neither; a port counts first. */
static void place_node(const bearing *b, int j, grid_node *at)
{
    const double r = bearing_radius(b), x = r * at->phi, around = 2.0 * M_PI * r;
    const int edge = j == 0 ? 0 : 1;
    at->port = at->given = at->pressure = -1;
    if (j == 0 || j == b->n_z - 1) {
        *(b->has_axial_ports ? &at->port : &at->given) = edge;
        return;
    }
    for (int i = 0; i < b->n_grooves; i++)
        if (b->groove[i].side == b->carrier && outline_holds(&b->groove[i].outline, around, x, at->z))
            at->given = 2 + i;
    for (int i = 0; i < b->n_inlets; i++)
        if (outline_holds(&b->inlet[i].outline, around, x, at->z))
            at->port = b->inlet[i].port;
}

void bearing_number(elem *e, arena *memory)
{
    bearing *b = e->self;
    b->node = ARENA_ARRAY(memory, grid_node, bearing_nodes(b));
    int n = 0;
    for (int i = 0; i < b->n_phi; i++)
        for (int j = 0; j < b->n_z; j++) {
            grid_node *at = &b->node[grid_at(b, i, j)];
            at->phi = b->phi[i];
            at->z = b->z[j];
            place_node(b, j, at);
            if (at->port < 0 && at->given < 0)
                at->pressure = n++;
        }
    b->deformation = n;
    e->n_own = n + (b->n_soft > 0 ? bearing_nodes(b) : 0);
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, e->n_own);
    for (int i = 0; i < e->n_own; i++)
        kinds[i] = i < n ? OWN_ALGEBRAIC : OWN_DIFFERENTIAL;
    e->kinds = kinds;
}

void bearing_reserve(elem *e, memory_plan *plan)
{
    const bearing *b = e->self;
    e->memory = memory_reserve(plan, (memory_area){.size = sizeof(node_memory) * (size_t)bearing_nodes(b),
                                                   .self = b,
                                                   .owner = "user defined",
                                                   .keyword = "hydrodynamic plain bearing2",
                                                   .label = e->label});
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

int bearing_own(const bearing *b)
{
    int own = MOTION + b->n_ports;
    for (int i = 0; i < b->n_soft; i++)
        if (b->soft[i].joint && (i == 0 || b->soft[i].joint != b->soft[0].joint))
            own += b->soft[i].joint->n_own;
    return own;
}

static int column_of(const bearing *b, int k)
{
    const grid_node *at = &b->node[k];
    return at->pressure >= 0 ? bearing_own(b) + at->pressure : at->port >= 0 ? MOTION + at->port : -1;
}

/* Pressures and deformations of node k act in the row. */
static void allow(const bearing *b, layout *l, int row, int k)
{
    const int column = column_of(b, k);
    if (column >= 0)
        layout_full(l, row, 1, column, 1);
    if (b->n_soft > 0)
        layout_full(l, row, 1, bearing_own(b) + b->deformation + k, 1);
}

static void allow_around(const bearing *b, layout *l, int row, int i, int j)
{
    const int reach = b->is_quadratic ? 2 : 1;
    layout_full(l, row, 1, 0, MOTION);
    for (int di = -reach; di <= reach; di++)
        for (int dj = -reach; dj <= reach; dj++)
            if (j + dj >= 0 && j + dj < b->n_z && (b->is_quadratic || di == 0 || dj == 0))
                allow(b, l, row, grid_at(b, i + di + b->n_phi, j + dj));
}

void bearing_connect(const elem *e, layout *l)
{
    const bearing *b = e->self;
    const int own = bearing_own(b);
    for (int i = 0; i < 2; i++)
        layout_node(l, b->side[i].node);
    for (int i = 0; i < b->n_ports; i++)
        layout_dof(l, &b->port[i]);
    for (int i = 0; i < b->n_soft; i++)
        if (b->soft[i].joint && (i == 0 || b->soft[i].joint != b->soft[0].joint))
            layout_other(l, b->soft[i].joint);
    layout_own(l);
    layout_clear(l);
    layout_full(l, 0, own, 0, own + e->n_own);
    for (int i = 0; i < b->n_phi; i++)
        for (int j = 0; j < b->n_z; j++) {
            const int k = grid_at(b, i, j);
            if (b->node[k].pressure >= 0)
                allow_around(b, l, own + b->node[k].pressure, i, j);
            if (b->n_soft == 0)
                continue;
            const int row = own + b->deformation + k;
            for (int m = 0; m < bearing_nodes(b); m++)
                allow(b, l, row, m);
            layout_full(l, row, 1, 0, MOTION);
            layout_full(l, row, 1, MOTION + b->n_ports, own - MOTION - b->n_ports);
        }
}

/* --- where a few nodes meet --------------------------------------------------------------------------------------- */

meeting meeting_begin(const bearing *b, int n, int count, const int *of)
{
    meeting m = {.n = count, .lanes = n > 0 ? (MOTION + (b->n_soft > 0 ? 2 : 1) * count + 3) / 4 * 4 : 0};
    for (int k = 0; k < count; k++)
        m.node[k] = of[k];
    return m;
}

void meeting_wide(const meeting *m, int k, const jet1 *narrow, jet1 *wide)
{
    jet1_const(m->lanes, wide, narrow->v);
    if (m->lanes == 0)
        return;
    for (int l = 0; l < MOTION; l++)
        wide->d[l] = narrow->d[l];
    wide->d[MOTION + m->n + k] = narrow->d[LANE_DEFORMATION];
}

void meeting_own(const meeting *m, int k, own_number a, jet1 *wide)
{
    jet1_const(m->lanes, wide, a.v);
    wide->d[MOTION + k] = a.d;
}

void meeting_put(const bearing *b, const meeting *m, const local *out, int row, double s, const jet1 *a)
{
    out->r[row] += s * a->v;
    if (m->lanes == 0)
        return;
    double *const to = jacobian_row(out, row);
    for (int l = 0; l < MOTION; l++)
        to[l] += s * a->d[l];
    for (int k = 0; k < m->n; k++) {
        const int column = column_of(b, m->node[k]);
        if (column >= 0)
            to[column] += s * a->d[MOTION + k];
        if (b->n_soft > 0)
            to[bearing_own(b) + b->deformation + m->node[k]] += s * a->d[MOTION + m->n + k];
    }
}
