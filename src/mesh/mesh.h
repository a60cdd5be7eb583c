/* mesh.h - a mesh as it was read: nodes, elements, sets, materials, what holds and what loads it.
 *
 * Readers of files fill it with labels, in any order; mesh_resolve then finds what they stand for and reports what is
 * missing. Every part keeps its place in the file. */
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
    unsigned system, axes;     /* of its coordinates, until it is placed; of its displacements. 0: basic */
    bool is_used, revolutions; /* by an element or a rigid set; has a rotation */
} mesh_node;

typedef enum { SYSTEM_RECTANGULAR, SYSTEM_CYLINDRICAL, SYSTEM_SPHERICAL } system_kind;

/* By three points, in another system (0: basic), or by three nodes: origin, on axis z, in the plane of axes x and z. */
typedef struct {
    unsigned label, within, node[3];
    system_kind kind;
    vec3 a, b, c;
    mat3 R; /* its axes */
    bool is_open, is_settled;
    source_location location;
} mesh_system;

typedef struct {
    unsigned label;
    cell_kind kind;
    bool is_full;     /* a box of 20 nodes integrated with 27 points */
    int first;        /* of its nodes, in mesh.corner: labels until they are resolved, then indices */
    unsigned section; /* label of its property; 0: a set says */
    int property;     /* -1: none */
    vec3 axis;        /* of a beam: a direction in the plane of its axes 1 and 2; zero: that of its section */
    source_location location;
} mesh_cell;

typedef enum { SET_NODES, SET_CELLS, SET_FACES } set_kind;

typedef struct {
    unsigned label;
    int face; /* from 0; of SET_FACES */
} mesh_member;

typedef struct {
    const char *name;
    set_kind kind;
    ARRAY(mesh_member) members;
    source_location location;
} mesh_set;

typedef struct {
    const char *name; /* in messages and in the deck */
    unsigned label;
    double E, nu, density;
    source_location location;
} mesh_material;

typedef struct {
    const char *set;      /* of cells it is for; NULL: those that name its label */
    const char *material; /* NULL: that with the label below */
    unsigned label, material_label;
    double thickness;             /* of a shell; 0: none */
    double area, I2, I3, torsion; /* of a beam; 0: none. Bending about its axes 2 and 3 */
    vec3 axis;                    /* of a beam */
    int material_index;           /* its material, once resolved */
    source_location location;
} mesh_property;

/* A node or all those of a set, and what is done to them. Bits of `freedoms`: 1 << (0 to 5). */
typedef struct {
    unsigned node;
    const char *set; /* NULL: the node */
    unsigned freedoms;
    source_location location;
} mesh_support;

typedef struct {
    unsigned node;
    const char *set;
    vec3 force, moment;
    unsigned system; /* of their components; 0: basic */
    source_location location;
} mesh_force;

typedef struct {
    vec3 g;
    unsigned system;
    source_location location;
} mesh_gravity;

/* On a face of a cell, or on those of a set; a face of -1 is the surface that the cell is. */
typedef struct {
    mesh_member cell;
    const char *set;
    double value;
    /* Corners of the face, where a file names those: one and its opposite, or the one that is not on it. */
    unsigned corner, other;
    source_location location;
} mesh_pressure;

typedef enum { TIE_RIGID, TIE_MEAN } tie_kind;

typedef struct {
    tie_kind kind;
    unsigned master; /* 0: a node of its own, in the middle of the others */
    const char *set; /* of the others; NULL: the list */
    unsigned freedoms;
    ARRAY(unsigned) others;
    ARRAY(double) weights;
    source_location location;
} mesh_tie;

typedef struct {
    unsigned node;
    double mass, inertia[6]; /* 11 21 22 31 32 33, about the centre of mass */
    vec3 centre;             /* from the node */
    unsigned system;         /* of both; 0: basic */
    bool is_absolute;        /* the centre is a point, until it is placed */
    source_location location;
} mesh_mass;

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    const char *format; /* words for the head of the deck */
    bool nodes_only;    /* of NASTRAN: places, axes and masses of nodes are read, and all else is passed over */
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
    int open_systems; /* that others are given by, while they are settled */
    vec3 gravity;
    label_map node_of, cell_of, system_of;
} mesh;

void mesh_free(mesh *mesh);

/* What was read is added; labels that are there already are reported. */
void mesh_add_node(mesh *mesh, mesh_node node);
mesh_cell *mesh_add_cell(mesh *mesh, cell_kind kind, unsigned label, const unsigned *nodes, source_location location);
mesh_set *mesh_set_of(mesh *mesh, set_kind kind, const char *name, size_t length,
                      source_location location);                      /* made when new */
mesh_set *mesh_find_set(mesh *mesh, set_kind kind, const char *name); /* NULL: none */

/* Readers; what is wrong in the file is reported. */
enum { MESH_MOST_NESTED = 10 };
/* A file that another one includes, beside that one; NULL after a message. */
const source *mesh_include(mesh *mesh, const source *from, const char *name, source_location location, int nested);
void read_gmsh(mesh *mesh, const source *file);
void read_abaqus(mesh *mesh, const source *file);
void read_nastran(mesh *mesh, const source *file);

/* All that was read in coordinate systems becomes basic. */
void mesh_location(mesh *mesh);
/* Columns: axes of a system at a point. False after a message: there is no such system. */
bool mesh_axes(mesh *mesh, unsigned system, vec3 at, source_location location, mat3 *to);
/* Indices in place of labels; properties and materials of the cells. */
void mesh_resolve(mesh *mesh);
/* What is asked for besides the file: [GROUP=]VALUES. */
typedef enum { ASK_MATERIAL, ASK_THICKNESS, ASK_SECTION, ASK_FIX, ASK_PRESSURE, ASK_RIGID, ASK_MEAN } ask_kind;
enum { ASK_VALUES = 5 };
typedef struct {
    ask_kind kind;
    const char *group; /* NULL: all */
    double value[ASK_VALUES];
    int n;
} mesh_asking;
void mesh_apply(mesh *mesh, const mesh_asking *asked, int n);

/* Nodes in the middle of edges, for all solids of first order and surfaces on them. */
void mesh_raise(mesh *mesh);
/* On solids, pressures on surfaces become pressures on the faces they cover; those on sets are listed one by one. */
void mesh_resolve_pressures(mesh *mesh);
/* Shapes that are inside out or flat, nodes out of order, parts that hang on nothing. */
void mesh_check(mesh *mesh, bool parts_allowed);

/* Sections of beams: sides along axes 2 and 3; a radius. */
void property_rectangle(mesh_property *mesh_property, double along_2, double along_3);
void property_circle(mesh_property *mesh_property, double radius);

/* Whether the cell becomes an element of the deck: solids do, surfaces with a thickness, lines with a section. */
bool mesh_is_element(const mesh *mesh, const mesh_cell *cell);
/* Position of node k of a cell. */
vec3 mesh_at(const mesh *mesh, const mesh_cell *cell, int index);
/* Indices of the nodes that a set of any kind has, each once; -1: there is none of that name. */
typedef ARRAY(int) int_list;
int mesh_nodes_of_set(mesh *mesh, const char *name, int_list *to);

/* The deck. */
typedef struct {
    bool is_static; /* no inertia: loads grow in steps */
    double time, time_step;
} deck_form;
void mesh_write(mesh *mesh, const char *name, const deck_form *form, text *to);
