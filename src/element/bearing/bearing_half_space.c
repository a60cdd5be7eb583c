/* bearing_half_space.c - compliance of a half space under the unrolled grid of the film.
 *
 *     C_kj = (1 - nu^2) / (pi E) int_j dA / |x_k - x|,  over the rectangle around node j
 *     int dA / |x| = F(x2, z2) - F(x1, z2) - F(x2, z1) + F(x1, z1),  F = x asinh(z / |x|) + z asinh(x / |z|)
 *
 * Love, A. E. H.: The stress produced in a semi-infinite solid by pressure on part of the boundary. Phil. Trans. A 228,
 * 1929. */
#include "element/bearing/bearing.h"
#include <math.h>

static double corner(double x, double z)
{
    const double a = x == 0.0 ? 0.0 : x * asinh(z / fabs(x)), b = z == 0.0 ? 0.0 : z * asinh(x / fabs(z));
    return a + b;
}

/* Computes the ends of the rectangle around a node, relative to a position. */
static void borders_x(const bearing *bearing, int i, double from, double x[2])
{
    const double r = bearing_radius(bearing), around = 2.0 * M_PI * r;
    const int before = i > 0 ? i - 1 : bearing->n_phi - 1;
    const double d = r * bearing->phi[i] - from, middle = d - around * rint(d / around);
    x[0] = middle - 0.5 * r * (bearing->phi[before + 1] - bearing->phi[before]);
    x[1] = middle + 0.5 * r * (bearing->phi[i + 1] - bearing->phi[i]);
}

static void borders_z(const bearing *bearing, int j, double from, double z[2])
{
    z[0] = (j > 0 ? 0.5 * (bearing->z[j - 1] + bearing->z[j]) : bearing->z[j]) - from;
    z[1] = (j < bearing->n_z - 1 ? 0.5 * (bearing->z[j] + bearing->z[j + 1]) : bearing->z[j]) - from;
}

static double rectangle(double low, double high, const double z[2])
{
    return corner(high, z[1]) - corner(low, z[1]) - corner(high, z[0]) + corner(low, z[0]);
}

/* A point more than half the circumference away is nearer on the other side. */
static double influence(const bearing *bearing, int at, int of)
{
    const double far = M_PI * bearing_radius(bearing);
    double x[2], z[2];
    borders_x(bearing, of / bearing->n_z, bearing_radius(bearing) * bearing->phi[at / bearing->n_z], x);
    borders_z(bearing, of % bearing->n_z, bearing->z[at % bearing->n_z], z);
    const double low = fmax(x[0], -far), high = fmin(x[1], far);
    return rectangle(low, high, z) + (x[0] < -far ? rectangle(x[0] + 2.0 * far, far, z) : 0.0) +
           (x[1] > far ? rectangle(-far, x[1] - 2.0 * far, z) : 0.0);
}

yielding half_space(const bearing *bearing, arena *memory, double E, double nu)
{
    const int n = bearing_nodes(bearing);
    const double factor = (1.0 - nu * nu) / (M_PI * E);
    double *C = ARENA_ARRAY(memory, double, (size_t)n *(size_t)n);
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            C[(size_t)k * (size_t)n + (size_t)j] = factor * influence(bearing, k, j);
    return (yielding){.C = C};
}
