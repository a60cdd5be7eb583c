/* abaqus_parts.h - parts, instances and the assembly of an Abaqus input file.
 *
 *     x = R (X + shift - a) + a        X: in the part; rotated by an angle about the line from a to b, after the shift
 *
 * A part is a section of text that is read again for each of its instances. The labels of an instance start at the
 * next multiple of a thousand after the existing ones; its sets are named INSTANCE.SET. */
#pragma once
#include "mesh/mesh.h"
#include "mesh/scan.h"

typedef struct {
    const char *name;
    scanner text; /* text between *PART and *END PART */
} abaqus_part;

typedef struct {
    const char *name; /* NULL: the assembly, or a file without parts */
    const char *part; /* NULL: none, the instance contains its own definition */
    mat3 R;
    vec3 shift, a;
    unsigned nodes, cells; /* offsets of labels */
    bool has_nodes, has_cells;
} abaqus_scope;

typedef struct {
    ARRAY(abaqus_part) parts;
    ARRAY(abaqus_scope) scopes; /* the first is that of the assembly */
    const char *assembly;       /* name of the assembly; NULL: none */
} abaqus_world;

void abaqus_world_free(abaqus_world *abaqus_world);
const abaqus_part *abaqus_find_part(const abaqus_world *abaqus_world, const char *name);
/* Returns the index of the instance of this name, or -1 if there is none. */
int abaqus_find_scope(const abaqus_world *abaqus_world, const char *name, size_t length);

/* Sets the offset so that labels of nodes (cells) of the scope do not conflict with existing ones. */
void abaqus_reserve_nodes(const mesh *mesh, abaqus_scope *abaqus_scope);
void abaqus_reserve_cells(const mesh *mesh, abaqus_scope *abaqus_scope);

/* Sets the rotation of an instance from its data line: ax, ay, az, bx, by, bz, angle. Returns false if a and b
 * coincide. */
bool abaqus_rotate(abaqus_scope *abaqus_scope, const double v[7]);
vec3 abaqus_transform(const abaqus_scope *abaqus_scope, vec3 X);
