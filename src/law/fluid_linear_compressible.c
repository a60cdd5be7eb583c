/* fluid_linear_compressible.c - a fluid whose density grows with the pressure.
 *
 *     rho = rho0 (1 + (p - p0) / beta) */
#include "contract/fluid.h"
#include "model/reading.h"

static void fluid_linear_compressible_read(reader *r, fluid *f) { read_fluid_properties(r, f, true, false); }

static double fluid_linear_compressible_density(const fluid *f, double p, double *slope)
{
    *slope = f->density / f->beta;
    return f->density + *slope * (p - f->pressure);
}

const fluid_type fluid_linear_compressible_type = {
    .keyword = "linear compressible",
    .grammar =
        "linear compressible, density, RHO, { BETA | sound celerity, C }, P0 [, viscosity, MU] [, temperature, T]",
    .summary = "The density is linear in the pressure.",
    .read = fluid_linear_compressible_read,
    .density = fluid_linear_compressible_density,
};
