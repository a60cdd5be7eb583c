/* gust.c - the table of gusts, the function that reads one, and the common part of wind profiles. */
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

gust *read_gust(reader *reader)
{
    const char *words[ARRAY_LEN(gust_types) + 1] = {NULL};
    for (int i = 0; i < gust_type_count; i++)
        words[i] = gust_types[i]->keyword;
    gust *g = ARENA_NEW(reader_arena(reader), gust);
    g->location = read_place(reader);
    g->type = user_gust_find(&model_of(reader)->user, read_peek_word(reader));
    if (g->type) {
        read_skip(reader);
    } else {
        const int k = read_choice(reader, words, "gust model");
        g->type = gust_types[k < 0 ? 0 : k];
    }
    g->self = arena_alloc(reader_arena(reader), g->type->size);
    const char *help = reader_set_help(reader, g->type->grammar);
    g->type->read(reader, g);
    if (read_ok(reader))
        reader_set_help(reader, help);
    return g;
}

vec3 gust_velocity(const gust *gust, const state *state, vec3 x, mat3 *gradient)
{
    return gust->type->velocity(gust, state, x, gradient);
}

static void expect(reader *reader, const char *word)
{
    const char *const words[] = {word, NULL};
    read_choice(reader, words, word);
}

wind_frame read_wind_frame(reader *reader)
{
    vec3 x = {0, 0, 0};
    mat3 R = MAT3_EYE;
    if (read_keyword(reader, "reference position"))
        x = read_position_abs(reader, NULL, "reference position");
    if (read_keyword(reader, "reference orientation"))
        R = read_orientation_abs(reader, NULL, "reference orientation");
    return (wind_frame){x, mat3_col(&R, 0), mat3_col(&R, 2)};
}

vec3 wind_velocity(const wind_frame *wind_frame, double speed, double derivative, mat3 *gradient)
{
    if (gradient)
        *gradient = mat3_outer(vec3_scale(derivative, wind_frame->along), wind_frame->up);
    return vec3_scale(speed, wind_frame->along);
}

void read_wind_law(reader *reader, gust *gust, const char *word)
{
    wind_law *law = gust->self;
    law->frame = read_wind_frame(reader);
    expect(reader, "reference elevation");
    law->elevation = read_positive(reader, "reference elevation");
    expect(reader, "reference velocity");
    law->speed = read_drive(reader, "reference velocity");
    expect(reader, word);
    law->number = read_real(reader, word);
}

vec3 wind_law_velocity(const gust *gust, const state *state, vec3 x, wind_profile *profile, mat3 *gradient)
{
    const wind_law *law = gust->self;
    const double z = wind_height(&law->frame, x);
    if (z <= 0)
        return wind_velocity(&law->frame, 0, 0, gradient);
    double derivative;
    const double speed = drive_now(law->speed, state), factor = profile(law, z, &derivative);
    return wind_velocity(&law->frame, speed * factor, speed * derivative, gradient);
}
