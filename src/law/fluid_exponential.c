/* fluid_exponential.c - a fluid whose density is exponential in the pressure.
 *
 *     rho = rho0 exp(s (p - p0) / beta),   s = 1 above the saturation pressure, VAPOUR below */
#include "contract/fluid.h"
#include "model/reading.h"
#include <math.h>

static const double VAPOUR = 1000.0;

static void fluid_exponential_read(reader *reader, fluid *fluid)
{
    read_fluid_properties(reader, fluid, true, false);
    fluid->saturation = read_real(reader, "saturation pressure");
}

static double fluid_exponential_density(const fluid *fluid, double p, double *derivative)
{
    const double s = (p < fluid->saturation ? VAPOUR : 1.0) / fluid->beta,
                 rho = fluid->density * exp(s * (p - fluid->pressure));
    *derivative = s * rho;
    return rho;
}

static double curvature(const fluid *fluid, double p)
{
    double derivative;
    const double rho = fluid_exponential_density(fluid, p, &derivative);
    return derivative * derivative / rho;
}

const fluid_type fluid_exponential_type = {
    .keyword = "exponential",
    .grammar = "exponential, density, RHO, { BETA | sound celerity, C }, P0 [, viscosity, MU] [, temperature, T], P "
               "SATURATION",
    .summary = "The density is exponential in the pressure, much steeper below saturation.",
    .read = fluid_exponential_read,
    .density = fluid_exponential_density,
    .curvature = curvature,
};
