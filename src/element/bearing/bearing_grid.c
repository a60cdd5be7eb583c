/* bearing_grid.c - nodes of the grid, and which of them have an unknown pressure.
 *
 *     edges z = -B/2, B/2:   a condition, or the pressure of a hydraulic node
 *     grooves and inlets on the carrier:   likewise, at the nodes inside them
 *     all others:   an unknown; where a groove of the other surface passes over a node its equation is p = p_groove
 *
 * With compliant surfaces every node has one more unknown, its deformation, after the pressures. */
#include "element/bearing/bearing.h"
#include <math.h>

void bearing_set_grid(bearing *bearing, arena *memory, int n_z, int n_phi)
{
    bearing->n_z = n_z;
    bearing->n_phi = n_phi;
    bearing->z = ARENA_ARRAY(memory, double, n_z);
    bearing->phi = ARENA_ARRAY(memory, double, n_phi + 1);
    for (int j = 0; j < n_z; j++)
        bearing->z[j] = bearing->width * ((double)j / (n_z - 1) - 0.5);
    for (int i = 0; i <= n_phi; i++)
        bearing->phi[i] = 2.0 * M_PI * i / n_phi;
}

double grid_share_x(const bearing *bearing, int index)
{
    const double before = index > 0 ? bearing->phi[index] - bearing->phi[index - 1]
                                    : bearing->phi[bearing->n_phi] - bearing->phi[bearing->n_phi - 1];
    return 0.5 * bearing_radius(bearing) * (bearing->phi[index + 1] - bearing->phi[index] + before);
}

/* Determines the condition or the port at a node, or neither. A port takes precedence. */
static void place_node(const bearing *bearing, int j, grid_node *at)
{
    const double r = bearing_radius(bearing), x = r * at->phi, around = 2.0 * M_PI * r;
    const int edge = j == 0 ? 0 : 1;
    at->port = at->given = at->pressure = -1;
    if (j == 0 || j == bearing->n_z - 1) {
        *(bearing->has_axial_ports ? &at->port : &at->given) = edge;
        return;
    }
    for (int i = 0; i < bearing->n_grooves; i++)
        if (bearing->groove[i].side == bearing->carrier && outline_holds(&bearing->groove[i].outline, around, x, at->z))
            at->given = 2 + i;
    for (int i = 0; i < bearing->n_inlets; i++)
        if (outline_holds(&bearing->inlet[i].outline, around, x, at->z))
            at->port = bearing->inlet[i].port;
}

void bearing_number(elem *element, arena *memory)
{
    bearing *bearing = element->self;
    bearing->node = ARENA_ARRAY(memory, grid_node, bearing_nodes(bearing));
    int n = 0;
    for (int i = 0; i < bearing->n_phi; i++)
        for (int j = 0; j < bearing->n_z; j++) {
            grid_node *at = &bearing->node[grid_at(bearing, i, j)];
            at->phi = bearing->phi[i];
            at->z = bearing->z[j];
            place_node(bearing, j, at);
            if (at->port < 0 && at->given < 0)
                at->pressure = n++;
        }
    bearing->deformation = n;
    element->n_internal = n + (bearing->n_soft > 0 ? bearing_nodes(bearing) : 0);
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, element->n_internal);
    for (int i = 0; i < element->n_internal; i++)
        kinds[i] = i < n ? INTERNAL_ALGEBRAIC : INTERNAL_DIFFERENTIAL;
    element->kinds = kinds;
}

void bearing_reserve(elem *element, memory_plan *plan)
{
    const bearing *bearing = element->self;
    element->memory = memory_reserve(plan, (memory_area){.size = sizeof(node_memory) * (size_t)bearing_nodes(bearing),
                                                         .self = bearing,
                                                         .owner = "user defined",
                                                         .keyword = "hydrodynamic plain bearing2",
                                                         .label = element->label});
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

int bearing_internal(const bearing *bearing)
{
    int internal = MOTION + bearing->n_ports;
    for (int i = 0; i < bearing->n_soft; i++)
        if (bearing->soft[i].joint && (i == 0 || bearing->soft[i].joint != bearing->soft[0].joint))
            internal += bearing->soft[i].joint->n_internal;
    return internal;
}

static int column_of(const bearing *bearing, int k)
{
    const grid_node *at = &bearing->node[k];
    return at->pressure >= 0 ? bearing_internal(bearing) + at->pressure : at->port >= 0 ? MOTION + at->port : -1;
}

/* Lists that the row depends on pressure and deformation of node k. */
static void allow(const bearing *bearing, layout *layout, int row, int k)
{
    const int column = column_of(bearing, k);
    if (column >= 0)
        layout_full(layout, row, 1, column, 1);
    if (bearing->n_soft > 0)
        layout_full(layout, row, 1, bearing_internal(bearing) + bearing->deformation + k, 1);
}

static void allow_around(const bearing *bearing, layout *layout, int row, int i, int j)
{
    const int reach = bearing->is_quadratic ? 2 : 1;
    layout_full(layout, row, 1, 0, MOTION);
    for (int di = -reach; di <= reach; di++)
        for (int dj = -reach; dj <= reach; dj++)
            if (j + dj >= 0 && j + dj < bearing->n_z && (bearing->is_quadratic || di == 0 || dj == 0))
                allow(bearing, layout, row, grid_at(bearing, i + di + bearing->n_phi, j + dj));
}

void bearing_connect(const elem *element, layout *layout)
{
    const bearing *bearing = element->self;
    const int internal = bearing_internal(bearing);
    for (int i = 0; i < 2; i++)
        layout_node(layout, bearing->side[i].node);
    for (int i = 0; i < bearing->n_ports; i++)
        layout_dof(layout, &bearing->port[i]);
    for (int i = 0; i < bearing->n_soft; i++)
        if (bearing->soft[i].joint && (i == 0 || bearing->soft[i].joint != bearing->soft[0].joint))
            layout_other(layout, bearing->soft[i].joint);
    layout_internal(layout);
    layout_clear(layout);
    layout_full(layout, 0, internal, 0, internal + element->n_internal);
    for (int i = 0; i < bearing->n_phi; i++)
        for (int j = 0; j < bearing->n_z; j++) {
            const int k = grid_at(bearing, i, j);
            if (bearing->node[k].pressure >= 0)
                allow_around(bearing, layout, internal + bearing->node[k].pressure, i, j);
            if (bearing->n_soft == 0)
                continue;
            const int row = internal + bearing->deformation + k;
            for (int m = 0; m < bearing_nodes(bearing); m++)
                allow(bearing, layout, row, m);
            layout_full(layout, row, 1, 0, MOTION);
            layout_full(layout, row, 1, MOTION + bearing->n_ports, internal - MOTION - bearing->n_ports);
        }
}

/* --- groups of nodes ---------------------------------------------------------------------------------------------- */

meeting meeting_begin(const bearing *bearing, int n, int count, const int *of)
{
    meeting meeting = {.n = count, .lanes = n > 0 ? (MOTION + (bearing->n_soft > 0 ? 2 : 1) * count + 3) / 4 * 4 : 0};
    for (int k = 0; k < count; k++)
        meeting.node[k] = of[k];
    return meeting;
}

void meeting_wide(const meeting *meeting, int index, const jet1 *narrow, jet1 *wide)
{
    jet1_const(meeting->lanes, wide, narrow->v);
    if (meeting->lanes == 0)
        return;
    for (int l = 0; l < MOTION; l++)
        wide->d[l] = narrow->d[l];
    wide->d[MOTION + meeting->n + index] = narrow->d[LANE_DEFORMATION];
}

void meeting_internal(const meeting *meeting, int index, own_number number, jet1 *wide)
{
    jet1_const(meeting->lanes, wide, number.v);
    wide->d[MOTION + index] = number.d;
}

void meeting_put(const bearing *bearing, const meeting *meeting, const local *out, int row, double s, const jet1 *a)
{
    out->r[row] += s * a->v;
    if (meeting->lanes == 0)
        return;
    double *const to = jacobian_row(out, row);
    for (int l = 0; l < MOTION; l++)
        to[l] += s * a->d[l];
    for (int k = 0; k < meeting->n; k++) {
        const int column = column_of(bearing, meeting->node[k]);
        if (column >= 0)
            to[column] += s * a->d[MOTION + k];
        if (bearing->n_soft > 0)
            to[bearing_internal(bearing) + bearing->deformation + meeting->node[k]] +=
                s * a->d[MOTION + meeting->n + k];
    }
}
