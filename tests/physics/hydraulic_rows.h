/* hydraulic_rows.h - rows of hydraulic elements (row_world.h): pressures of nodes 501 ..., flows, fluids, and the parts
 * of their equations that several types share, written once more. */
#pragma once
#include "physics/row_world.h"

#define OIL "hydraulic fluid, linear compressible, density, 850., 1.5e4, 3., viscosity, 0.02"

static inline double oil_density(double p) { return 850.0 * (1.0 + (p - 3.0) / 1.5e4); }
static const double OIL_DERIVATIVE = 850.0 / 1.5e4;

static inline void set_pressures(row_world *of, int n, const double *p)
{
    for (int i = 0; i < n; i++)
        set_unknown(of, rows_node(of, "hydraulic", (unsigned)(501 + i))->dof, p[i], 0.0);
}

/* What the element takes out of a node. */
static inline double taken_from(const row_world *of, int port)
{
    return row_now(of, rows_node(of, "hydraulic", (unsigned)(500 + port))->row);
}

static inline double turbulent(double rho, double area, double from, double to)
{
    return copysign(area * sqrt(2.0 * rho * fabs(from - to)), from - to);
}

/* Force of the stops at an end, against the motion outwards. */
typedef struct {
    double low, high, by_x, by_v, by_a;
} stops_given;

static inline double stops_push(const stops_given *at, double x, double v, double a)
{
    const double side = x > at->high ? 1.0 : -1.0;
    if (x <= at->high && x >= at->low)
        return 0.0;
    return at->by_x * (x - (x > at->high ? at->high : at->low)) + (side * v > 0.0 ? at->by_v * v : 0.0) +
           (side * a > 0.0 ? at->by_a * a : 0.0);
}

/* x, v, v' of a part that moves: between its stops, beyond each of them, going out and coming back. */
static const double MOTIONS[][3] = {{0.2, 0.7, -0.4},  {0.2, -0.7, 0.4},  {1.3, 0.6, 0.5},  {1.3, -0.6, 0.5},
                                    {1.3, 0.6, -0.5},  {1.3, -0.6, -0.5}, {-1.4, 0.6, 0.5}, {-1.4, -0.6, 0.5},
                                    {-1.4, 0.6, -0.5}, {-1.4, -0.6, -0.5}};

static inline void set_motion(row_world *of, int index)
{
    set_internal(of, 0, MOTIONS[index][0], 0.9);
    set_internal(of, 1, MOTIONS[index][1], MOTIONS[index][2]);
}
