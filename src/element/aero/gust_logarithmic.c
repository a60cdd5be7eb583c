/* gust_logarithmic.c - a wind that grows with the logarithm of the height.
 *
 *     v = e1 V log(z / z0) / log(z_ref / z0),  z = e3.(x - X0);      0 at and below the ground, z <= 0 */
#include "element/aero/gust.h"
#include "model/reading.h"

typedef struct {
    wind_reference at;
    double roughness;
} logarithmic;

static void read(reader *r, gust *g)
{
    logarithmic *w = g->self;
    w->at = read_wind_reference(r);
    read_wind_number(r, "surface roughness length", &w->roughness);
}

static vec3 velocity(const gust *g, const state *s, vec3 x, mat3 *gradient)
{
    const logarithmic *w = g->self;
    const double z = wind_height(&w->at.frame, x);
    if (z <= 0)
        return wind_velocity(&w->at.frame, 0, 0, gradient);
    const double k = drive_now(w->at.speed, s) / log(w->at.elevation / w->roughness);
    return wind_velocity(&w->at.frame, k * log(z / w->roughness), k / z, gradient);
}

const gust_type gust_logarithmic_type = {
    .keyword = "logarithmic",
    .grammar = "logarithmic, reference position, (Vec3) X0, reference orientation, (OrientationMatrix) R0, reference "
               "elevation, Z, reference velocity, (DriveCaller) V, surface roughness length, Z0",
    .summary = "A wind along axis 1 of a frame that grows with the logarithm of the height along axis 3.",
    .size = sizeof(logarithmic),
    .read = read,
    .velocity = velocity,
};
