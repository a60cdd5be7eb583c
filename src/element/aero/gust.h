/* gust.h - gusts as arguments of a card, and what wind profiles share. */
#pragma once
#include "contract/drive.h"
#include "contract/gust.h"

/* TYPE, ARGUMENTS. Never NULL: after an error a gust without velocity. */
gust *read_gust(reader *r);
vec3 gust_velocity(const gust *g, const state *s, vec3 x, mat3 *gradient);

/* A wind profile: the velocity is along axis 1 of a frame and depends on the height along its axis 3. */
typedef struct {
    vec3 origin, along, up;
} wind_frame;

/* reference position, X0, reference orientation, R0 */
wind_frame read_wind_frame(reader *r);
static inline double wind_height(const wind_frame *f, vec3 x) { return vec3_dot(f->up, vec3_sub(x, f->origin)); }
/* The speed along axis 1, and its slope over the height. */
vec3 wind_velocity(const wind_frame *f, double speed, double slope, mat3 *gradient);

/* reference elevation, Z, reference velocity, (DriveCaller) V */
typedef struct {
    wind_frame frame;
    double elevation;
    const drive *speed;
} wind_reference;

wind_reference read_wind_reference(reader *r);
/* WORD, NUMBER */
void read_wind_number(reader *r, const char *word, double *to);
