/* gust.h - gusts: velocities of the air that depend on the position. gusts.def has one row per type. */
#pragma once
#include "contract/drive.h"
#include "contract/state.h"
#include "deck/reader.h"

typedef struct gust_type gust_type;

typedef struct gust {
    const gust_type *type;
    source_location location;
    void *self;
} gust;

struct gust_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    void (*read)(reader *reader, gust *gust);
    /* Returns the velocity added at x, global axes. If gradient is not NULL, stores the derivative with respect to x in
     * it. */
    vec3 (*velocity)(const gust *gust, const state *state, vec3 x, mat3 *gradient);
};

extern const gust_type *const gust_types[];
extern const int gust_type_count;

/* Reads TYPE, ARGUMENTS. Never returns NULL: after an error it returns a gust without velocity. */
gust *read_gust(reader *reader);
vec3 gust_velocity(const gust *gust, const state *state, vec3 x, mat3 *gradient);

/* A wind profile: the velocity is along axis 1 of a frame and depends on the height along its axis 3. */
typedef struct {
    vec3 origin, along, up;
} wind_frame;

/* Reads [reference position, X0,] [reference orientation, R0,]. */
wind_frame read_wind_frame(reader *reader);
static inline double wind_height(const wind_frame *wind_frame, vec3 x)
{
    return vec3_dot(wind_frame->up, vec3_sub(x, wind_frame->origin));
}
/* Returns the velocity for a speed along axis 1 and the derivative of that speed with respect to the height. */
vec3 wind_velocity(const wind_frame *wind_frame, double speed, double derivative, mat3 *gradient);

/* A wind whose speed is that at a reference elevation times a function of the height with one parameter, and zero at
 * and below the ground (z <= 0). */
typedef struct {
    wind_frame frame;
    double elevation, number;
    const drive *speed;
} wind_law;

/* Returns the factor at a height above the ground, and its derivative. */
typedef double wind_profile(const wind_law *law, double z, double *derivative);

/* Reads FRAME, reference elevation, Z, reference velocity, (drive) V, WORD, NUMBER. */
void read_wind_law(reader *reader, gust *gust, const char *word);
vec3 wind_law_velocity(const gust *gust, const state *state, vec3 x, wind_profile *profile, mat3 *gradient);

#define WIND_FRAME_GRAMMAR "[reference position, (vector) X0,] [reference orientation, (orientation) R0,] "
#define WIND_LAW_GRAMMAR WIND_FRAME_GRAMMAR "reference elevation, Z, reference velocity, (drive) V, "
