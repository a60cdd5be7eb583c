/* modes.h - normal modes as other programs write them, on their way to data of a modal body.
 *
 * Readers of files fill them in, in any order and from several files; modes_finish looks at what is missing. */
#pragma once
#include "fem/fem.h"
#include "mesh/mesh.h"
#include "mesh/scan.h"

typedef struct {
    const char *label;
    bool has_location, has_shape;
    vec3 x;
    mat3 axes; /* of its displacements */
    double mass, inertia[3];
} modes_node;

typedef struct {
    int number;
    bool has_stiffness, has_mass;
    double stiffness, mass; /* without has_mass, the stiffness is that of a unit of mass */
    ARRAY(double) shape;    /* six a node, as far as nodes were known */
    source_location location;
} modes_mode;

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    ARRAY(modes_node) nodes;
    ARRAY(modes_mode) modes;
    name_map node_of;
    label_map mode_of;
    /* Of the whole body: mass matrix of its motions along and about the axes at a node (NULL: at the origin). */
    bool has_rigid;
    double rigid[6][6];
    const char *reference;
    source_location rigid_where;
    bool has_lumped, has_offsets; /* masses at nodes were read; they are not all points, with principal axes */
} modes;

void modes_free(modes *modes);

/* Made when they are new. */
modes_node *modes_node_of(modes *modes, const char *label, size_t length);
modes_mode *modes_mode_of(modes *modes, int number, source_location location);
/* Displacement and rotation of a node; false: it is there already. */
bool modes_put(modes *modes, int number, const char *label, size_t length, const double v[6], source_location location);

/* Readers; what is wrong in the file is reported. */
void read_punch(modes *modes, const source *file); /* .pch of NASTRAN */
void read_f06(modes *modes, const source *file);   /* .f06 of NASTRAN */
void read_aster(modes *modes, const source *file); /* .resu and .mail of Code_Aster */
/* Places, axes and masses of nodes that a mesh has. */
void modes_take_mesh(modes *modes, mesh *from);

typedef struct {
    const unsigned *wanted; /* numbers of modes; none: all that deform the body */
    int n_wanted;
    bool unit_masses; /* where the files do not say, generalised masses are 1 */
} modes_choice;

/* False after messages. `frequency`, in Hz, and `number`: of each mode of the data. */
bool modes_finish(modes *modes, const modes_choice *modes_choice, fem *to, double **frequency, int **number);
