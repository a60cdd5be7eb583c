/* gust_power_law.c - a wind that grows with a power of the height.
 *
 *     v = e1 V (z / z_ref)^p,  z = e3.(x - X0);      0 at and below the ground, z <= 0 */
#include "element/aero/gust.h"
#include <math.h>

static void gust_power_law_read(reader *r, gust *g) { read_wind_law(r, g, "exponent"); }

static double profile(const wind_law *w, double z, double *slope)
{
    const double factor = pow(z / w->elevation, w->number);
    *slope = w->number * factor / z;
    return factor;
}

static vec3 gust_power_law_velocity(const gust *g, const state *s, vec3 x, mat3 *gradient)
{
    return wind_law_velocity(g, s, x, profile, gradient);
}

const gust_type gust_power_law_type = {
    .keyword = "power law",
    .grammar = "power law, " WIND_LAW_GRAMMAR "exponent, P",
    .summary = "A wind along axis 1 of a frame that grows with a power of the height along axis 3.",
    .size = sizeof(wind_law),
    .read = gust_power_law_read,
    .velocity = gust_power_law_velocity,
};
