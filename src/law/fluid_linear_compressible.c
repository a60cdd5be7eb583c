/* fluid_linear_compressible.c - a fluid whose density is linear in the pressure.
 *
 *     rho = rho0 (1 + (p - p0) / beta) */
#include "contract/fluid.h"
#include "model/reading.h"

static void fluid_linear_compressible_read(reader *reader, fluid *fluid)
{
    read_fluid_properties(reader, fluid, true, false);
}

static double fluid_linear_compressible_density(const fluid *fluid, double p, double *derivative)
{
    *derivative = fluid->density / fluid->beta;
    return fluid->density + *derivative * (p - fluid->pressure);
}

const fluid_type fluid_linear_compressible_type = {
    .keyword = "linear compressible",
    .grammar =
        "linear compressible, density, RHO, { BETA | sound celerity, C }, P0 [, viscosity, MU] [, temperature, T]",
    .summary = "The density is linear in the pressure.",
    .read = fluid_linear_compressible_read,
    .density = fluid_linear_compressible_density,
};
