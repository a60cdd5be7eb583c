/* gust_logarithmic.c - a wind that grows with the logarithm of the height.
 *
 *     v = e1 V log(z / z0) / log(z_ref / z0),  z = e3.(x - X0);      0 at and below the ground, z <= 0 */
#include "element/aero/gust.h"
#include <math.h>

static void gust_logarithmic_read(reader *r, gust *g) { read_wind_law(r, g, "surface roughness length"); }

static double profile(const wind_law *w, double z, double *slope)
{
    const double k = 1 / log(w->elevation / w->number);
    *slope = k / z;
    return k * log(z / w->number);
}

static vec3 gust_logarithmic_velocity(const gust *g, const state *s, vec3 x, mat3 *gradient)
{
    return wind_law_velocity(g, s, x, profile, gradient);
}

const gust_type gust_logarithmic_type = {
    .keyword = "logarithmic",
    .grammar = "logarithmic, " WIND_LAW_GRAMMAR "surface roughness length, Z0",
    .summary = "A wind along axis 1 of a frame that grows with the logarithm of the height along axis 3.",
    .size = sizeof(wind_law),
    .read = gust_logarithmic_read,
    .velocity = gust_logarithmic_velocity,
};
