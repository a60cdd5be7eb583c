/* gust_front_1d.c - a plane front that moves with constant velocity.
 *
 *     v = n g(V t - f.x)        dv/dx = -g' n f'
 *
 * f and n are used as they are given; g is a drive whose argument is a length. */
#include "element/aero/gust.h"
#include "model/reading.h"

typedef struct {
    vec3 front, along;
    double speed;
    const drive *profile;
} front;

static void gust_front_1d_read(reader *r, gust *g)
{
    front *f = g->self;
    f->front = read_vec3(r, "direction of the front");
    f->along = read_vec3(r, "direction of the perturbation");
    f->speed = read_real(r, "velocity of the front");
    f->profile = read_drive(r, "profile of the front");
}

static vec3 gust_front_1d_velocity(const gust *g, const state *s, vec3 x, mat3 *gradient)
{
    const front *f = g->self;
    const double at = f->speed * s->t - vec3_dot(f->front, x);
    if (gradient)
        *gradient = mat3_outer(vec3_scale(-drive_slope(f->profile, s, at), f->along), f->front);
    return vec3_scale(drive_at(f->profile, s, at), f->along);
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
