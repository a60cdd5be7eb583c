/* gust.h - gusts: velocities of the air that depend on the place. One row of element/aero/gusts.def a type. */
#pragma once
#include "deck/reader.h"
#include "contract/state.h"

typedef struct gust_type gust_type;

typedef struct gust {
    const gust_type *type;
    place where;
    void *self;
} gust;

struct gust_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    void (*read)(reader *r, gust *g);
    /* The velocity it adds at x, global axes; gradient, when not NULL, receives its derivative in x. */
    vec3 (*velocity)(const gust *g, const state *s, vec3 x, mat3 *gradient);
};

extern const gust_type *const gust_types[];
extern const int gust_type_count;
