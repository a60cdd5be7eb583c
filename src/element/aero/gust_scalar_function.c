/* gust_scalar_function.c - a wind that is a scalar function of the height.
 *
 *     v = e1 f(z),  z = e3.(x - X0) */
#include "element/aero/gust.h"
#include "model/reading.h"

typedef struct {
    wind_frame frame;
    const scalar_function *profile;
} profile;

static void gust_scalar_function_read(reader *r, gust *g)
{
    profile *w = g->self;
    w->frame = read_wind_frame(r);
    w->profile = read_scalar_function(r, "profile of the wind");
}

static vec3 gust_scalar_function_velocity(const gust *g, const state *s, vec3 x, mat3 *gradient)
{
    const profile *w = g->self;
    const double z = wind_height(&w->frame, x);
    const double slope = gradient ? scalar_function_at(w->profile, s, z, 1) : 0.0;
    return wind_velocity(&w->frame, scalar_function_at(w->profile, s, z, 0), slope, gradient);
}

const gust_type gust_scalar_function_type = {
    .keyword = "scalar function",
    .grammar = "scalar function, " WIND_FRAME_GRAMMAR "(ScalarFunction) F",
    .summary = "A wind along axis 1 of a frame, as a scalar function of the height along axis 3.",
    .size = sizeof(profile),
    .read = gust_scalar_function_read,
    .velocity = gust_scalar_function_velocity,
};
