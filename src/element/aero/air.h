/* air.h - the air at a point: velocity, density, speed of sound, pressure, temperature. */
#pragma once
#include "contract/element.h"

/* The air at a state, what does not depend on the point: computed once for all points. */
typedef struct {
    const elem *air; /* the model's single `air properties` element; NULL: there is none, and nothing moves */
    const state *state;
    vec3 stream;    /* the air stream, global axes, without gusts */
    double density; /* where it does not depend on the height, else that at the reference height */
} air_moment;

typedef struct {
    vec3 v; /* the air stream and all gusts, in the frame of the model (rigid body kinematics) */
    double density, sound, pressure, temperature;
} air_point;

/* Derivatives in the point. */
typedef struct {
    mat3 v;
    vec3 density, sound;
} air_derivatives;

void air_begin(const elem *air, const state *state, air_moment *now);
/* derivatives may be NULL. */
void air_at(const air_moment *now, vec3 x, air_point *point, air_derivatives *derivatives);
/* The same with derivatives along n directions: velocity and density of the air at a point that moves. */
void jet_air_at(int lanes, const elem *air, const state *state, const jet3 *x, jet3 *v, jet1 *density);
/* Whether anything of it depends on the point. */
bool air_has_derivatives(const elem *air);
/* Adds a gust to the air. */
struct gust;
void air_add_gust(reader *reader, const elem *air, struct gust *gust);

extern const elem_type air_properties_type;
const elem *sample_air(sampler *from);
