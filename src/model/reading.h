/* reading.h - nodes, drives, laws, fluids and functions as arguments of a card. */
#pragma once
#include "contract/file_driver.h"
#include "contract/fluid.h"
#include "contract/law.h"
#include "contract/scalar_function.h"

typedef struct model model;

/* --- nodes -------------------------------------------------------------------------------------------------------- */

const node *read_node(reader *reader, const char *type, const char *what); /* of the given type; NULL after an error */
const node *read_structural_node(reader *reader, const char *what);        /* with six unknowns, not a dummy node */
const node *read_point_node(reader *reader, const char *what);             /* structural or displacement, not a dummy */
/* Reads a degree of freedom of any node: LABEL, TYPE [, INDEX] [, { algebraic | differential }] (2.5). */
node_dof read_node_dof(reader *reader, bool with_order, const char *what);

/* --- drives ------------------------------------------------------------------------------------------------------- */

/* Reads a drive: a type with its arguments, `reference, LABEL`, or a number. Never returns NULL; after an error it
 * returns the null drive. */
drive *read_drive(reader *reader, const char *what);
/* Returns whether the next argument is a number rather than a keyword: not a word, or the name of a variable. Does
 * not advance. */
bool read_is_number(reader *reader);
/* Read a template drive. dim is 1, 3 or 6; matrices are 9 or 36 numbers by rows. With dim 3, entities are read by
 * `read_entity` if it is given (directions in a frame), otherwise by read_vec3. Never return NULL. */
typedef vec3 (*read_entity)(reader *reader, const void *context, const char *what);
tpl_drive *read_tpl_drive(reader *reader, int dim, const char *what);
tpl_drive *read_tpl_drive3(reader *reader, read_entity entity, const void *context, const char *what);
/* Reads the LABEL of a driver. Returns NULL after an error. */
const file_driver *read_file_driver(reader *reader);

/* --- laws and fluids ---------------------------------------------------------------------------------------------- */

/* Reads a law, or `reference, LABEL`. Every user receives its own copy, since a law may have memory. Never returns
 * NULL; after an error it returns a law without stress. */
law *read_law(reader *reader, int dim, const char *what);
/* Read a vector of the law's dimension, and a matrix by rows. */
void read_law_vector(reader *reader, int dim, double *values, const char *what);
void read_law_matrix(reader *reader, int dim, double *m, const char *what);
law *law_copy(model *model, const law *from);
/* Reads TYPE, PROPERTIES or reference, LABEL. Never returns NULL; after an error it returns a fluid of density 1. */
const fluid *read_fluid(reader *reader, const char *what);
/* Reads the properties that the types share, in any order; with `thermal`, the density also has a thermal expansion. */
void read_fluid_properties(reader *reader, fluid *fluid, bool compressible, bool thermal);

/* Reads the LABEL of airfoil data. Returns NULL after an error. */
const struct c81_data *read_c81(reader *reader);

/* --- scalar functions --------------------------------------------------------------------------------------------- */

/* Reads "NAME" of an existing function, or "NAME", TYPE, ARGUMENTS, which defines it. Returns NULL after an error. */
const scalar_function *read_scalar_function(reader *reader, const char *what);
const scalar_function *scalar_function_find(const model *model, const char *name, size_t length); /* NULL if none */
/* Returns whether its card failed, which has been reported. */
bool scalar_function_is_lost(const model *model, const char *name, size_t length);
