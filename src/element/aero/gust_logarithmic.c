/* gust_logarithmic.c - a wind that increases with the logarithm of the height.
 *
 *     v = e1 V log(z / z0) / log(z_ref / z0),  z = e3.(x - X0);      0 at and below the ground, z <= 0 */
#include "element/aero/gust.h"
#include <math.h>

static void gust_logarithmic_read(reader *reader, gust *gust)
{
    read_wind_law(reader, gust, "surface roughness length");
}

static double profile(const wind_law *law, double z, double *derivative)
{
    const double k = 1 / log(law->elevation / law->number);
    *derivative = k / z;
    return k * log(z / law->number);
}

static vec3 gust_logarithmic_velocity(const gust *gust, const state *state, vec3 x, mat3 *gradient)
{
    return wind_law_velocity(gust, state, x, profile, gradient);
}

const gust_type gust_logarithmic_type = {
    .keyword = "logarithmic",
    .grammar = "logarithmic, " WIND_LAW_GRAMMAR "surface roughness length, Z0",
    .summary = "A wind along axis 1 of a frame that grows with the logarithm of the height along axis 3.",
    .size = sizeof(wind_law),
    .read = gust_logarithmic_read,
    .velocity = gust_logarithmic_velocity,
};
