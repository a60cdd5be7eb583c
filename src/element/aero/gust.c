/* gust.c - the table of gusts, reading one, and what wind profiles share. */
#include "element/aero/gust.h"
#include "base/array.h"
#include "model/frames.h"
#include "model/model.h"
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
    g->type = user_gust_find(&model_of(r)->user, read_peek_word(r));
    if (g->type) {
        read_skip(r);
    } else {
        const int k = read_choice(r, words, "gust model");
        g->type = gust_types[k < 0 ? 0 : k];
    }
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
    vec3 x = {0, 0, 0};
    mat3 R = MAT3_EYE;
    if (read_keyword(r, "reference position"))
        x = read_position_abs(r, NULL, "reference position");
    if (read_keyword(r, "reference orientation"))
        R = read_orientation_abs(r, NULL, "reference orientation");
    return (wind_frame){x, mat3_col(&R, 0), mat3_col(&R, 2)};
}

vec3 wind_velocity(const wind_frame *f, double speed, double slope, mat3 *gradient)
{
    if (gradient)
        *gradient = mat3_outer(vec3_scale(slope, f->along), f->up);
    return vec3_scale(speed, f->along);
}

void read_wind_law(reader *r, gust *g, const char *word)
{
    wind_law *w = g->self;
    w->frame = read_wind_frame(r);
    expect(r, "reference elevation");
    w->elevation = read_positive(r, "reference elevation");
    expect(r, "reference velocity");
    w->speed = read_drive(r, "reference velocity");
    expect(r, word);
    w->number = read_real(r, word);
}

vec3 wind_law_velocity(const gust *g, const state *s, vec3 x, wind_profile *profile, mat3 *gradient)
{
    const wind_law *w = g->self;
    const double z = wind_height(&w->frame, x);
    if (z <= 0)
        return wind_velocity(&w->frame, 0, 0, gradient);
    double slope;
    const double speed = drive_now(w->speed, s), factor = profile(w, z, &slope);
    return wind_velocity(&w->frame, speed * factor, speed * slope, gradient);
}
