/* fluid_super.c - a fluid that retains a small density below its vapour pressure, in SI units.
 *
 *     rho = RHO_0 + rho0 / 2 (1 + tanh(A (p - P_0)))  [ + rho0 (p - P_0) / beta  where p > P_0 ] */
#include "contract/fluid.h"
#include "model/reading.h"
#include <math.h>

static const double RHO_0 = 9.77, A = 2e-5, P_0 = 20265.0;

static void fluid_super_read(reader *reader, fluid *fluid) { read_fluid_properties(reader, fluid, true, false); }

static double fluid_super_density(const fluid *fluid, double p, double *derivative)
{
    const double t = tanh(A * (p - P_0)), more = p > P_0 ? fluid->density / fluid->beta : 0.0;
    *derivative = 0.5 * fluid->density * A * (1.0 - t * t) + more;
    return RHO_0 + 0.5 * fluid->density * (1.0 + t) + more * (p - P_0);
}

static double curvature(const fluid *fluid, double p)
{
    const double t = tanh(A * (p - P_0));
    return -fluid->density * A * A * t * (1.0 - t * t);
}

const fluid_type fluid_super_type = {
    .keyword = "super",
    .grammar = "super, density, RHO, { BETA | sound celerity, C }, P0 [, viscosity, MU] [, temperature, T]",
    .summary = "The density is linear in the pressure, with a smooth transition to vapour; in SI units.",
    .read = fluid_super_read,
    .density = fluid_super_density,
    .curvature = curvature,
};
