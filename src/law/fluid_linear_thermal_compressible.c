/* fluid_linear_thermal_compressible.c - a fluid whose density depends on pressure and temperature.
 *
 *     rho = rho0 (1 + (p - p0) / beta - alpha (T - T0))
 *
 * Hydraulic circuits have no temperature: T = T0. */
#include "contract/fluid.h"
#include "model/reading.h"

static void fluid_linear_thermal_compressible_read(reader *reader, fluid *fluid)
{
    read_fluid_properties(reader, fluid, true, true);
}

static double fluid_linear_thermal_compressible_density(const fluid *fluid, double p, double *derivative)
{
    *derivative = fluid->density / fluid->beta;
    return fluid->density + *derivative * (p - fluid->pressure);
}

const fluid_type fluid_linear_thermal_compressible_type = {
    .keyword = "linear thermal compressible",
    .grammar =
        "linear thermal compressible, density, RHO, { BETA | sound celerity, C }, P0, ALPHA, T0 [, viscosity, MU]",
    .summary = "The density is linear in the pressure and in the temperature.",
    .read = fluid_linear_thermal_compressible_read,
    .density = fluid_linear_thermal_compressible_density,
};
