/* abaqus_parts.c - positions and labels of instances of parts. */
#include "mesh/abaqus_parts.h"
#include "math/rotation.h"
#include <strings.h>

enum { UNIT = 1000 };

void abaqus_world_free(abaqus_world *abaqus_world)
{
    array_free(&abaqus_world->parts);
    array_free(&abaqus_world->scopes);
}

const abaqus_part *abaqus_find_part(const abaqus_world *abaqus_world, const char *name)
{
    for (int i = 0; i < abaqus_world->parts.n; i++)
        if (strcasecmp(abaqus_world->parts.items[i].name, name) == 0)
            return &abaqus_world->parts.items[i];
    return NULL;
}

int abaqus_find_scope(const abaqus_world *abaqus_world, const char *name, size_t length)
{
    for (int i = 1; i < abaqus_world->scopes.n; i++)
        if (strlen(abaqus_world->scopes.items[i].name) == length &&
            strncasecmp(abaqus_world->scopes.items[i].name, name, length) == 0)
            return i;
    return -1;
}

/* --- labels ------------------------------------------------------------------------------------------------------- */

static unsigned behind(unsigned largest) { return largest == 0 ? 0 : (largest / UNIT + 1) * UNIT; }

void abaqus_reserve_nodes(const mesh *mesh, abaqus_scope *abaqus_scope)
{
    unsigned largest = 0;
    for (int i = 0; !abaqus_scope->has_nodes && i < mesh->nodes.n; i++)
        largest = mesh->nodes.items[i].label > largest ? mesh->nodes.items[i].label : largest;
    abaqus_scope->nodes = abaqus_scope->has_nodes ? abaqus_scope->nodes : behind(largest);
    abaqus_scope->has_nodes = true;
}

void abaqus_reserve_cells(const mesh *mesh, abaqus_scope *abaqus_scope)
{
    unsigned largest = 0;
    for (int i = 0; !abaqus_scope->has_cells && i < mesh->cells.n; i++)
        largest = mesh->cells.items[i].label > largest ? mesh->cells.items[i].label : largest;
    abaqus_scope->cells = abaqus_scope->has_cells ? abaqus_scope->cells : behind(largest);
    abaqus_scope->has_cells = true;
}

/* --- positions ---------------------------------------------------------------------------------------------------- */

bool abaqus_rotate(abaqus_scope *abaqus_scope, const double v[7])
{
    const vec3 along = vec3_sub(vec3_load(v + 3), vec3_load(v));
    const double length = vec3_norm(along);
    if (!(length > 0.0))
        return false;
    abaqus_scope->a = vec3_load(v);
    abaqus_scope->R = rotation_exp(vec3_scale(v[6] * M_PI / 180.0 / length, along));
    return true;
}

vec3 abaqus_transform(const abaqus_scope *abaqus_scope, vec3 X)
{
    return vec3_add(mat3_mulv(&abaqus_scope->R, vec3_sub(vec3_add(X, abaqus_scope->shift), abaqus_scope->a)),
                    abaqus_scope->a);
}
