/* gust_power_law.c - a wind that increases with a power of the height.
 *
 *     v = e1 V (z / z_ref)^p,  z = e3.(x - X0);      0 at and below the ground, z <= 0 */
#include "element/aero/gust.h"
#include <math.h>

static void gust_power_law_read(reader *reader, gust *gust) { read_wind_law(reader, gust, "exponent"); }

static double profile(const wind_law *law, double z, double *derivative)
{
    const double factor = pow(z / law->elevation, law->number);
    *derivative = law->number * factor / z;
    return factor;
}

static vec3 gust_power_law_velocity(const gust *gust, const state *state, vec3 x, mat3 *gradient)
{
    return wind_law_velocity(gust, state, x, profile, gradient);
}

const gust_type gust_power_law_type = {
    .keyword = "power law",
    .grammar = "power law, " WIND_LAW_GRAMMAR "exponent, P",
    .summary = "A wind along axis 1 of a frame that grows with a power of the height along axis 3.",
    .size = sizeof(wind_law),
    .read = gust_power_law_read,
    .velocity = gust_power_law_velocity,
};
