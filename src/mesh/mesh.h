/* mesh.h - a mesh as it was read: nodes, elements, sets, materials, supports and loads.
 *
 * Readers of files fill it with labels, in any order; mesh_resolve then looks up what they refer to and reports what
 * is missing. All parts store their source location. */
#pragma once
#include "base/array.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/text.h"
#include "math/vec3.h"
#include "mesh/cell.h"

typedef struct {
    unsigned label;
    vec3 x;
    source_location location;
    unsigned system, axes; /* of its coordinates, until these are transformed, and of its displacements; 0: basic */
    bool is_used, has_rotation; /* used by an element or a rigid set; has a rotation */
} mesh_node;

typedef enum { SYSTEM_RECTANGULAR, SYSTEM_CYLINDRICAL, SYSTEM_SPHERICAL } system_kind;

/* Coordinate system defined by three points in another system (0: basic), or by three nodes: origin, on axis z, in
 * the plane of axes x and z. */
typedef struct {
    unsigned label, within, node[3];
    system_kind kind;
    vec3 a, b, c;
    mat3 R; /* axes */
    bool is_open, is_settled;
    source_location location;
} mesh_system;

typedef struct {
    unsigned label;
    cell_kind kind;
    bool is_full;     /* a hexahedron with 20 nodes integrated with 27 points */
    int first;        /* index of its nodes in mesh.corner: labels until they are resolved, then indices */
    unsigned section; /* label of its property; 0: assigned by a set */
    int property;     /* -1: none */
    vec3 axis;        /* of a beam: a direction in the plane of its axes 1 and 2; zero: that of its section */
    source_location location;
} mesh_cell;

typedef enum { SET_NODES, SET_CELLS, SET_FACES } set_kind;

typedef struct {
    unsigned label;
    int face; /* from 0; for SET_FACES */
} mesh_member;

typedef struct {
    const char *name;
    set_kind kind;
    ARRAY(mesh_member) members;
    source_location location;
} mesh_set;

typedef struct {
    const char *name; /* used in messages and in the deck */
    unsigned label;
    double E, nu, density;
    source_location location;
} mesh_material;

typedef struct {
    const char *set;      /* set of cells that have this property; NULL: those that refer to its label */
    const char *material; /* NULL: the one with material_label */
    unsigned label, material_label;
    double thickness;             /* of a shell; 0: none */
    double area, I2, I3, torsion; /* of a beam; 0: none. Bending about its axes 2 and 3 */
    vec3 axis;                    /* of a beam */
    int material_index;           /* index of its material, once resolved */
    source_location location;
} mesh_property;

/* Support of a node or of all nodes of a set. Bits of `freedoms`: 1 << (0 to 5). */
typedef struct {
    unsigned node;
    const char *set; /* NULL: a single node */
    unsigned freedoms;
    source_location location;
} mesh_support;

typedef struct {
    unsigned node;
    const char *set;
    vec3 force, moment;
    unsigned system; /* of the components; 0: basic */
    source_location location;
} mesh_force;

typedef struct {
    vec3 g;
    unsigned system;
    source_location location;
} mesh_gravity;

/* Pressure on a face of a cell, or on the faces of a set; face -1 is the surface of a surface cell. */
typedef struct {
    mesh_member cell;
    const char *set;
    double value;
    /* Corners of the face, for files that specify these: one and its opposite, or the one that is not on the face. */
    unsigned corner, other;
    source_location location;
} mesh_pressure;

typedef enum { TIE_RIGID, TIE_MEAN } tie_kind;

typedef struct {
    tie_kind kind;
    unsigned master; /* 0: a separate node in the middle of the others */
    const char *set; /* set of the other nodes; NULL: the list */
    unsigned freedoms;
    ARRAY(unsigned) others;
    ARRAY(double) weights;
    source_location location;
} mesh_tie;

typedef struct {
    unsigned node;
    double mass, inertia[6]; /* 11 21 22 31 32 33, about the centre of mass */
    vec3 centre;             /* relative to the node */
    unsigned system;         /* of both; 0: basic */
    bool is_absolute;        /* the centre is an absolute position, until it is transformed */
    source_location location;
} mesh_mass;

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    const char *format; /* name of the format for the head of the deck */
    bool nodes_only;    /* NASTRAN: only positions, axes and masses of nodes are read, and everything else is skipped */
    ARRAY(mesh_node) nodes;
    ARRAY(mesh_cell) cells;
    ARRAY(unsigned) corner;
    ARRAY(mesh_set) sets;
    ARRAY(mesh_material) materials;
    ARRAY(mesh_property) properties;
    ARRAY(mesh_support) supports;
    ARRAY(mesh_force) forces;
    ARRAY(mesh_pressure) pressures;
    ARRAY(mesh_tie) ties;
    ARRAY(mesh_mass) masses;
    ARRAY(mesh_system) systems;
    ARRAY(mesh_gravity) gravities;
    int open_systems; /* nesting depth of systems while they are resolved */
    vec3 gravity;
    label_map node_of, cell_of, system_of;
} mesh;

void mesh_free(mesh *mesh);

/* Add what was read; labels that already exist are reported. */
void mesh_add_node(mesh *mesh, mesh_node node);
mesh_cell *mesh_add_cell(mesh *mesh, cell_kind kind, unsigned label, const unsigned *nodes, source_location location);
mesh_set *mesh_set_of(mesh *mesh, set_kind kind, const char *name, size_t length,
                      source_location location);                      /* created if new */
mesh_set *mesh_find_set(mesh *mesh, set_kind kind, const char *name); /* NULL if there is none */

/* Readers; errors in the file are reported. */
enum { MESH_MOST_NESTED = 10 };
/* Loads a file that another one includes; the name is relative to the folder of that one. Returns NULL after
 * reporting an error. */
const source *mesh_include(mesh *mesh, const source *from, const char *name, source_location location, int nested);
void read_gmsh(mesh *mesh, const source *file);
void read_abaqus(mesh *mesh, const source *file);
void read_nastran(mesh *mesh, const source *file);

/* Transforms everything that was read in coordinate systems to basic coordinates. */
void mesh_to_basic(mesh *mesh);
/* Stores the axes of a system at a point as columns. Returns false after reporting an error if there is no such
 * system. */
bool mesh_axes(mesh *mesh, unsigned system, vec3 at, source_location location, mat3 *to);
/* Replaces labels by indices, and assigns properties and materials to the cells. */
void mesh_resolve(mesh *mesh);
/* Requests in addition to the file: [GROUP=]VALUES. */
typedef enum { ASK_MATERIAL, ASK_THICKNESS, ASK_SECTION, ASK_FIX, ASK_PRESSURE, ASK_RIGID, ASK_MEAN } ask_kind;
enum { ASK_VALUES = 5 };
typedef struct {
    ask_kind kind;
    const char *group; /* NULL: all */
    double value[ASK_VALUES];
    int n;
} mesh_asking;
void mesh_apply(mesh *mesh, const mesh_asking *asked, int n);

/* Adds midside nodes to all solids of first order and to the surfaces on them. */
void mesh_raise(mesh *mesh);
/* Converts pressures on surfaces of solids to pressures on the faces they cover, and pressures on sets to one per
 * member. */
void mesh_resolve_pressures(mesh *mesh);
/* Reports shapes that are inverted or flat, nodes out of order, and parts that are not connected. */
void mesh_check(mesh *mesh, bool parts_allowed);

/* Beam sections: sides along axes 2 and 3; a radius. */
void property_rectangle(mesh_property *mesh_property, double along_2, double along_3);
void property_circle(mesh_property *mesh_property, double radius);

/* Returns whether the cell becomes an element of the deck: solids, surfaces with a thickness, lines with a section. */
bool mesh_is_element(const mesh *mesh, const mesh_cell *cell);
/* Returns the position of node `index` of a cell. */
vec3 mesh_at(const mesh *mesh, const mesh_cell *cell, int index);
/* Lists the indices of the nodes of a set of any kind, without duplicates. Returns -1 if there is none of that name. */
typedef ARRAY(int) int_list;
int mesh_nodes_of_set(mesh *mesh, const char *name, int_list *to);

/* Options of the deck. */
typedef struct {
    bool is_static; /* no inertia: loads increase in steps */
    double time, time_step;
} deck_form;
void mesh_write(mesh *mesh, const char *name, const deck_form *form, text *to);
