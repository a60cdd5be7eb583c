/* gust_scalar_function.c - a wind whose speed is a scalar function of the height.
 *
 *     v = e1 f(z),  z = e3.(x - X0) */
#include "element/aero/gust.h"
#include "model/reading.h"

typedef struct {
    wind_frame frame;
    const scalar_function *profile;
} profile;

static void gust_scalar_function_read(reader *reader, gust *gust)
{
    profile *profile = gust->self;
    profile->frame = read_wind_frame(reader);
    profile->profile = read_scalar_function(reader, "profile of the wind");
}

static vec3 gust_scalar_function_velocity(const gust *gust, const state *state, vec3 x, mat3 *gradient)
{
    const profile *profile = gust->self;
    const double z = wind_height(&profile->frame, x);
    const double derivative = gradient ? scalar_function_at(profile->profile, state, z, 1) : 0.0;
    return wind_velocity(&profile->frame, scalar_function_at(profile->profile, state, z, 0), derivative, gradient);
}

const gust_type gust_scalar_function_type = {
    .keyword = "scalar function",
    .grammar = "scalar function, " WIND_FRAME_GRAMMAR "(ScalarFunction) F",
    .summary = "A wind along axis 1 of a frame, as a scalar function of the height along axis 3.",
    .size = sizeof(profile),
    .read = gust_scalar_function_read,
    .velocity = gust_scalar_function_velocity,
};
