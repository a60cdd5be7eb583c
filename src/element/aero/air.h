/* air.h - the air at a point: velocity, density, speed of sound, pressure, temperature. */
#pragma once
#include "contract/element.h"

/* The air at a state: quantities that do not depend on the point, computed once for all points. */
typedef struct {
    const elem *air; /* the model's `air properties` element; NULL: none, the velocity of the air is zero */
    const state *state;
    vec3 stream;    /* air stream without gusts, global axes */
    double density; /* at the reference height, if it depends on the height */
} air_moment;

typedef struct {
    vec3 v; /* air stream and all gusts, in the frame of the model (rigid body kinematics) */
    double density, sound, pressure, temperature;
} air_point;

/* Derivatives with respect to the position. */
typedef struct {
    mat3 v;
    vec3 density, sound;
} air_derivatives;

/* Returns where the air of the model will be found. Its absence from the complete deck is an error at the element. */
const elem *const *air_required(reader *reader, elem *element);
void air_begin(const elem *air, const state *state, air_moment *now);
/* Computes the air at x; `derivatives` may be NULL. */
void air_at(const air_moment *now, vec3 x, air_point *point, air_derivatives *derivatives);
/* Computes velocity and density of the air at a moving point, with derivatives along `lanes` directions. */
void jet_air_at(int lanes, const elem *air, const state *state, const jet3 *x, jet3 *v, jet1 *density);
/* Returns whether any quantity of the air depends on the position. */
bool air_has_derivatives(const elem *air);
/* Adds a gust to the air. */
struct gust;
void air_add_gust(reader *reader, const elem *air, struct gust *gust);

extern const elem_type air_properties_type;
const elem *sample_air(sampler *from);
