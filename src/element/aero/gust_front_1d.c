/* gust_front_1d.c - a plane front that moves with constant velocity.
 *
 *     v = n g(V t - f.x)        dv/dx = -g' n f'
 *
 * f and n are used as given, without normalization; g is a drive whose argument is a length. */
#include "element/aero/gust.h"
#include "model/reading.h"

typedef struct {
    vec3 front, along;
    double speed;
    const drive *profile;
} front;

static void gust_front_1d_read(reader *reader, gust *gust)
{
    front *front = gust->self;
    front->front = read_vec3(reader, "direction of the front");
    front->along = read_vec3(reader, "direction of the perturbation");
    front->speed = read_real(reader, "velocity of the front");
    front->profile = read_drive(reader, "profile of the front");
}

static vec3 gust_front_1d_velocity(const gust *gust, const state *state, vec3 x, mat3 *gradient)
{
    const front *front = gust->self;
    const double at = front->speed * state->t - vec3_dot(front->front, x);
    if (gradient)
        *gradient = mat3_outer(vec3_scale(-drive_derivative(front->profile, state, at), front->along), front->front);
    return vec3_scale(drive_at(front->profile, state, at), front->along);
}

const gust_type gust_front_1d_type = {
    .keyword = "front 1D",
    .grammar = "front 1D, (vector) FRONT_DIRECTION, (vector) PERTURBATION_DIRECTION, FRONT_VELOCITY, (drive) PROFILE",
    .summary =
        "A plane front that moves with constant velocity; its profile is a drive of the length behind the front.",
    .size = sizeof(front),
    .read = gust_front_1d_read,
    .velocity = gust_front_1d_velocity,
};
