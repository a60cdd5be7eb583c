/* abaqus_parts.c - where instances of parts are, and which labels they have. */
#include "mesh/abaqus_parts.h"
#include "math/rotation.h"
#include <strings.h>

enum { UNIT = 1000 };

void abaqus_world_free(abaqus_world *w)
{
    array_free(&w->parts);
    array_free(&w->scopes);
}

const abaqus_part *abaqus_find_part(const abaqus_world *w, const char *name)
{
    for (int i = 0; i < w->parts.n; i++)
        if (strcasecmp(w->parts.items[i].name, name) == 0)
            return &w->parts.items[i];
    return NULL;
}

int abaqus_find_scope(const abaqus_world *w, const char *name, size_t length)
{
    for (int i = 1; i < w->scopes.n; i++)
        if (strlen(w->scopes.items[i].name) == length && strncasecmp(w->scopes.items[i].name, name, length) == 0)
            return i;
    return -1;
}

/* --- labels ------------------------------------------------------------------------------------------------------- */

static unsigned behind(unsigned largest) { return largest == 0 ? 0 : (largest / UNIT + 1) * UNIT; }

void abaqus_reserve_nodes(const mesh *m, abaqus_scope *s)
{
    unsigned largest = 0;
    for (int i = 0; !s->has_nodes && i < m->nodes.n; i++)
        largest = m->nodes.items[i].label > largest ? m->nodes.items[i].label : largest;
    s->nodes = s->has_nodes ? s->nodes : behind(largest);
    s->has_nodes = true;
}

void abaqus_reserve_cells(const mesh *m, abaqus_scope *s)
{
    unsigned largest = 0;
    for (int i = 0; !s->has_cells && i < m->cells.n; i++)
        largest = m->cells.items[i].label > largest ? m->cells.items[i].label : largest;
    s->cells = s->has_cells ? s->cells : behind(largest);
    s->has_cells = true;
}

/* --- places ------------------------------------------------------------------------------------------------------- */

bool abaqus_turn(abaqus_scope *s, const double v[7])
{
    const vec3 along = vec3_sub(vec3_load(v + 3), vec3_load(v));
    const double length = vec3_norm(along);
    if (!(length > 0.0))
        return false;
    s->a = vec3_load(v);
    s->R = rotation_exp(vec3_scale(v[6] * M_PI / 180.0 / length, along));
    return true;
}

vec3 abaqus_place(const abaqus_scope *s, vec3 X)
{
    return vec3_add(mat3_mulv(&s->R, vec3_sub(vec3_add(X, s->shift), s->a)), s->a);
}
