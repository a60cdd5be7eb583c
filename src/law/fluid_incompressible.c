/* fluid_incompressible.c - a fluid of constant density.
 *
 *     rho = rho0 */
#include "contract/fluid.h"
#include "model/reading.h"

static void fluid_incompressible_read(reader *reader, fluid *fluid)
{
    read_fluid_properties(reader, fluid, false, false);
}

static double fluid_incompressible_density(const fluid *fluid, double p, double *derivative)
{
    (void)p;
    *derivative = 0.0;
    return fluid->density;
}

const fluid_type fluid_incompressible_type = {
    .keyword = "incompressible",
    .grammar = "incompressible, density, RHO [, viscosity, MU] [, pressure, P] [, temperature, T]",
    .summary = "The density is constant.",
    .read = fluid_incompressible_read,
    .density = fluid_incompressible_density,
};
