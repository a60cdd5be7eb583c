/* abaqus_parts.h - parts, instances and the assembly of an input file of Abaqus.
 *
 *     x = R (X + shift - a) + a        X: in the part; turned by an angle about the line from a to b, after the shift
 *
 * A part is a piece of text that is read again for each of its instances. Labels of an instance go on behind those that
 * are there, from the next thousand on; its sets are named INSTANCE.SET. */
#pragma once
#include "mesh/mesh.h"
#include "mesh/scan.h"

typedef struct {
    const char *name;
    scanner text; /* what is between *PART and *END PART */
} abaqus_part;

typedef struct {
    const char *name; /* NULL: of the assembly, or of a file without parts */
    const char *part; /* NULL: none, what it consists of stands inside */
    mat3 R;
    vec3 shift, a;
    unsigned nodes, cells; /* what is added to labels */
    bool has_nodes, has_cells;
} abaqus_scope;

typedef struct {
    ARRAY(abaqus_part) parts;
    ARRAY(abaqus_scope) scopes; /* the first is that of the assembly */
    const char *assembly;       /* its name; NULL: none */
} abaqus_world;

void abaqus_world_free(abaqus_world *abaqus_world);
const abaqus_part *abaqus_find_part(const abaqus_world *abaqus_world, const char *name);
/* Index of the instance of this name; -1: none. */
int abaqus_find_scope(const abaqus_world *abaqus_world, const char *name, size_t length);

/* Sees to it that labels of nodes (cells) of the scope are free. */
void abaqus_reserve_nodes(const mesh *mesh, abaqus_scope *abaqus_scope);
void abaqus_reserve_cells(const mesh *mesh, abaqus_scope *abaqus_scope);

/* The line that turns an instance: ax, ay, az, bx, by, bz, angle. False: a and b are one point. */
bool abaqus_rotate(abaqus_scope *abaqus_scope, const double v[7]);
vec3 abaqus_location(const abaqus_scope *abaqus_scope, vec3 X);
