/* gust_power_law.c - a wind that grows with a power of the height.
 *
 *     v = e1 V (z / z_ref)^p,  z = e3.(x - X0);      0 at and below the ground, z <= 0 */
#include "element/aero/gust.h"
#include "model/reading.h"

typedef struct {
    wind_reference at;
    double exponent;
} power_law;

static void read(reader *r, gust *g)
{
    power_law *w = g->self;
    w->at = read_wind_reference(r);
    read_wind_number(r, "exponent", &w->exponent);
}

static vec3 velocity(const gust *g, const state *s, vec3 x, mat3 *gradient)
{
    const power_law *w = g->self;
    const double z = wind_height(&w->at.frame, x);
    if (z <= 0)
        return wind_velocity(&w->at.frame, 0, 0, gradient);
    const double speed = drive_now(w->at.speed, s) * pow(z / w->at.elevation, w->exponent);
    return wind_velocity(&w->at.frame, speed, w->exponent * speed / z, gradient);
}

const gust_type gust_power_law_type = {
    .keyword = "power law",
    .grammar = "power law, reference position, (Vec3) X0, reference orientation, (OrientationMatrix) R0, reference "
               "elevation, Z, reference velocity, (DriveCaller) V, exponent, P",
    .summary = "A wind along axis 1 of a frame that grows with a power of the height along axis 3.",
    .size = sizeof(power_law),
    .read = read,
    .velocity = velocity,
};
