/* modes.h - normal modes as other programs write them, for conversion to data of a modal body.
 *
 * Readers of files fill them in, in any order and from several files; modes_finish checks what is missing. */
#pragma once
#include "fem/fem.h"
#include "mesh/mesh.h"
#include "mesh/scan.h"

typedef struct {
    const char *label;
    bool has_location, has_shape;
    vec3 x;
    mat3 axes; /* axes of its displacements */
    double mass, inertia[3];
} modes_node;

typedef struct {
    int number;
    bool has_stiffness, has_mass;
    double stiffness, mass; /* without has_mass, the stiffness is that per unit of mass */
    ARRAY(double) shape;    /* six per node, for the nodes known so far */
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
    /* Mass matrix of the whole body for translations along and rotations about the axes at a node (NULL: at the
     * origin). */
    bool has_rigid;
    double rigid[6][6];
    const char *reference;
    source_location rigid_where;
    bool has_lumped, has_offsets; /* masses at nodes were read; some have offsets or no principal axes */
} modes;

void modes_free(modes *modes);

/* Created if new. */
modes_node *modes_node_of(modes *modes, const char *label, size_t length);
modes_mode *modes_mode_of(modes *modes, int number, source_location location);
/* Stores displacement and rotation of a node. Returns false if they already exist. */
bool modes_put(modes *modes, int number, const char *label, size_t length, const double v[6], source_location location);

/* Readers; errors in the file are reported. */
void read_punch(modes *modes, const source *file); /* .pch of NASTRAN */
void read_f06(modes *modes, const source *file);   /* .f06 of NASTRAN */
void read_aster(modes *modes, const source *file); /* .resu and .mail of Code_Aster */
/* Adds positions, axes and masses of the nodes of a mesh. */
void modes_take_mesh(modes *modes, mesh *from);

typedef struct {
    const unsigned *wanted; /* numbers of modes; none: all that deform the body */
    int n_wanted;
    bool unit_masses; /* assume generalised masses of 1 if the files do not contain them */
} modes_choice;

/* Returns false after reporting errors. `frequency` (in Hz) and `number` are those of each mode of the data. */
bool modes_finish(modes *modes, const modes_choice *modes_choice, fem *to, double **frequency, int **number);
