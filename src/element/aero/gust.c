/* gust.c - the table of gusts, reading one, and what wind profiles share. */
#include "element/aero/gust.h"
#include "base/array.h"
#include "model/frames.h"
#include "model/reading.h"

#define GUST(name) extern const gust_type gust_##name##_type;
#include "element/aero/gusts.def"
#undef GUST

const gust_type *const gust_types[] = {
#define GUST(name) &gust_##name##_type,
#include "element/aero/gusts.def"
#undef GUST
};
const int gust_type_count = ARRAY_LEN(gust_types);

gust *read_gust(reader *r)
{
    const char *words[ARRAY_LEN(gust_types) + 1] = {NULL};
    for (int i = 0; i < gust_type_count; i++)
        words[i] = gust_types[i]->keyword;
    gust *g = ARENA_NEW(reader_arena(r), gust);
    g->where = read_place(r);
    const int k = read_choice(r, words, "gust model");
    g->type = gust_types[k < 0 ? 0 : k];
    g->self = arena_alloc(reader_arena(r), g->type->size);
    const char *help = reader_set_help(r, g->type->grammar);
    g->type->read(r, g);
    if (read_ok(r))
        reader_set_help(r, help);
    return g;
}

vec3 gust_velocity(const gust *g, const state *s, vec3 x, mat3 *gradient)
{
    return g->type->velocity(g, s, x, gradient);
}

static void expect(reader *r, const char *word)
{
    const char *const words[] = {word, NULL};
    read_choice(r, words, word);
}

wind_frame read_wind_frame(reader *r)
{
    expect(r, "reference position");
    const vec3 x = read_position_abs(r, NULL, "reference position");
    expect(r, "reference orientation");
    const mat3 R = read_orientation_abs(r, NULL, "reference orientation");
    return (wind_frame){x, mat3_col(&R, 0), mat3_col(&R, 2)};
}

vec3 wind_velocity(const wind_frame *f, double speed, double slope, mat3 *gradient)
{
    if (gradient)
        *gradient = mat3_outer(vec3_scale(slope, f->along), f->up);
    return vec3_scale(speed, f->along);
}

wind_reference read_wind_reference(reader *r)
{
    wind_reference w = {.frame = read_wind_frame(r)};
    expect(r, "reference elevation");
    w.elevation = read_positive(r, "reference elevation");
    expect(r, "reference velocity");
    w.speed = read_drive(r, "reference velocity");
    return w;
}

void read_wind_number(reader *r, const char *word, double *to)
{
    expect(r, word);
    *to = read_real(r, word);
}
