/* gust_user.c - gusts of users' modules (torsor/module.h) as types of this folder. */
#include "base/words.h"
#include "element/aero/gust.h"
#include "model/user/inside.h"
#include <string.h>

typedef struct {
    gust_type type;
    const torsor_gust_type *public;
} gust_row;

static void read_user_gust(reader *r, gust *g)
{
    const torsor_gust_type *by = ((const gust_row *)g->type)->public;
    const user_instance *u = user_instance_make(r, g->self, by, by->size);
    torsor_reader in = {.r = r};
    by->read(&in, u->data);
}

static vec3 blow(const user_instance *u, const torsor_instant *t, vec3 x, double *gradient)
{
    double v[3] = {0};
    ((const torsor_gust_type *)u->type)->velocity(u->data, t, (const double[]){x.x, x.y, x.z}, v, gradient);
    return vec3_load(v);
}

static void gust_difference(const user_instance *u, const torsor_instant *t, vec3 x, mat3 *gradient)
{
    const double h = 6e-6 * (1.0 + vec3_norm(x));
    for (int j = 0; j < 3; j++) {
        const vec3 d = {j == 0 ? h : 0.0, j == 1 ? h : 0.0, j == 2 ? h : 0.0};
        const vec3 slope_j =
            vec3_scale(0.5 / h, vec3_sub(blow(u, t, vec3_add(x, d), NULL), blow(u, t, vec3_sub(x, d), NULL)));
        for (int i = 0; i < 3; i++)
            gradient->e[i][j] = vec3_get(slope_j, i);
    }
}

static vec3 gust_user_velocity(const gust *g, const state *s, vec3 x, mat3 *gradient)
{
    const user_instance *u = g->self;
    const bool by_differences = ((const torsor_gust_type *)u->type)->flags & TORSOR_BY_DIFFERENCES;
    const torsor_inside in = {.s = s, .where = g->where};
    const torsor_instant t = user_instant(&in, NULL);
    double slopes[9] = {0};
    const vec3 v = blow(u, &t, x, gradient && !by_differences ? slopes : NULL);
    if (gradient && by_differences)
        gust_difference(u, &t, x, gradient);
    else if (gradient)
        memcpy(gradient->e, slopes, sizeof slopes);
    return v;
}

gust_type *user_gust_type(arena *memory, const torsor_gust_type *by)
{
    gust_row *t = ARENA_NEW(memory, gust_row);
    t->public = by;
    t->type = (gust_type){
        .keyword = by->keyword,
        .grammar = by->grammar,
        .summary = by->summary,
        .size = sizeof(user_instance),
        .read = read_user_gust,
        .velocity = gust_user_velocity,
    };
    return &t->type;
}

const gust_type *user_gust_find(const user_types *u, const char *word)
{
    for (int i = 0; word && i < u->gusts.n; i++)
        if (words_equal(u->gusts.items[i]->keyword, word))
            return u->gusts.items[i];
    return NULL;
}

bool gust_is_built_in(const char *word)
{
    for (int i = 0; i < gust_type_count; i++)
        if (words_equal(gust_types[i]->keyword, word))
            return true;
    return false;
}
