/* gust_user.c - gusts of users' modules (torsor/module.h) as types of this folder. */
#include "base/words.h"
#include "element/aero/gust.h"
#include "model/user/inside.h"
#include <string.h>

typedef struct {
    gust_type type;
    const torsor_gust_type *public;
} gust_row;

static void read_user_gust(reader *reader, gust *gust)
{
    const torsor_gust_type *by = ((const gust_row *)gust->type)->public;
    const user_instance *user_instance = user_instance_make(reader, gust->self, by, by->size);
    torsor_reader in = {.reader = reader};
    by->read(&in, user_instance->data);
}

static vec3 blow(const user_instance *user_instance, const torsor_instant *instant, vec3 x, double *gradient)
{
    double v[3] = {0};
    ((const torsor_gust_type *)user_instance->type)
        ->velocity(user_instance->data, instant, (const double[]){x.x, x.y, x.z}, v, gradient);
    return vec3_load(v);
}

static void gust_difference(const user_instance *user_instance, const torsor_instant *instant, vec3 x, mat3 *gradient)
{
    const double h = 6e-6 * (1.0 + vec3_norm(x));
    for (int j = 0; j < 3; j++) {
        const vec3 d = {j == 0 ? h : 0.0, j == 1 ? h : 0.0, j == 2 ? h : 0.0};
        const vec3 derivative_j = vec3_scale(0.5 / h, vec3_sub(blow(user_instance, instant, vec3_add(x, d), NULL),
                                                               blow(user_instance, instant, vec3_sub(x, d), NULL)));
        for (int i = 0; i < 3; i++)
            gradient->e[i][j] = vec3_get(derivative_j, i);
    }
}

static vec3 gust_user_velocity(const gust *gust, const state *state, vec3 x, mat3 *gradient)
{
    const user_instance *user_instance = gust->self;
    const bool by_differences = ((const torsor_gust_type *)user_instance->type)->flags & TORSOR_BY_DIFFERENCES;
    const torsor_inside in = {.state = state, .location = gust->location};
    const torsor_instant instant = user_instant(&in, NULL);
    double derivatives[9] = {0};
    const vec3 v = blow(user_instance, &instant, x, gradient && !by_differences ? derivatives : NULL);
    if (gradient && by_differences)
        gust_difference(user_instance, &instant, x, gradient);
    else if (gradient)
        memcpy(gradient->e, derivatives, sizeof derivatives);
    return v;
}

gust_type *user_gust_type(arena *memory, const torsor_gust_type *by)
{
    gust_row *row = ARENA_NEW(memory, gust_row);
    row->public = by;
    row->type = (gust_type){
        .keyword = by->keyword,
        .grammar = by->grammar,
        .summary = by->summary,
        .size = sizeof(user_instance),
        .read = read_user_gust,
        .velocity = gust_user_velocity,
    };
    return &row->type;
}

const gust_type *user_gust_find(const user_types *user_types, const char *word)
{
    for (int i = 0; word && i < user_types->gusts.n; i++)
        if (words_equal(user_types->gusts.items[i]->keyword, word))
            return user_types->gusts.items[i];
    return NULL;
}

bool gust_is_built_in(const char *word)
{
    for (int i = 0; i < gust_type_count; i++)
        if (words_equal(gust_types[i]->keyword, word))
            return true;
    return false;
}
