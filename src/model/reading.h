/* reading.h - nodes, drives, laws, fluids and functions as arguments of a card. */
#pragma once
#include "contract/file_driver.h"
#include "contract/fluid.h"
#include "contract/law.h"
#include "contract/scalar_function.h"

typedef struct model model;

/* --- nodes -------------------------------------------------------------------------------------------------------- */

const node *read_node(reader *reader, const char *type, const char *what); /* of the named type; NULL after an error */
const node *read_structural_node(reader *reader, const char *what);        /* six unknowns, not a dummy */
const node *read_point_node(reader *reader, const char *what);             /* structural or displacement, not a dummy */
/* A degree of freedom of any node: LABEL, TYPE [, INDEX] [, { algebraic | differential }] (2.5). */
node_dof read_node_dof(reader *reader, bool with_order, const char *what);

/* --- drives ------------------------------------------------------------------------------------------------------- */

/* A drive in the deck: a type with its arguments, `reference, LABEL`, or a bare number. Never NULL: after an error the
 * null drive. */
drive *read_drive(reader *reader, const char *what);
/* The next argument is a number and no keyword: not a word, or the name of a variable. Does not move. */
bool read_is_number(reader *reader);
/* dim 1, 3 or 6; matrices as 9 or 36 numbers row by row. For 3, entities are read by `read_entity` when it is given
 * (directions in a frame), else by read_vec3. Never NULL. */
typedef vec3 (*read_entity)(reader *reader, const void *context, const char *what);
tpl_drive *read_tpl_drive(reader *reader, int dim, const char *what);
tpl_drive *read_tpl_drive3(reader *reader, read_entity entity, const void *context, const char *what);
/* LABEL of a driver; NULL after an error. */
const file_driver *read_file_driver(reader *reader);

/* --- laws and fluids ---------------------------------------------------------------------------------------------- */

/* A law in the deck, or `reference, LABEL`; a copy of its own for every user, since it may have memory. Never NULL:
 * after an error a law without stress. */
law *read_law(reader *reader, int dim, const char *what);
/* An entity of the law's dimension, and a matrix (row by row). */
void read_law_vector(reader *reader, int dim, double *values, const char *what);
void read_law_matrix(reader *reader, int dim, double *m, const char *what);
law *law_copy(model *model, const law *from);
/* TYPE, PROPERTIES | reference, LABEL. Never NULL: after an error a fluid of density 1. */
const fluid *read_fluid(reader *reader, const char *what);
/* What the types share: the properties in any order; `thermal`: the density has an expansion as well. */
void read_fluid_properties(reader *reader, fluid *fluid, bool compressible, bool thermal);

/* LABEL of airfoil data; NULL after an error. */
const struct c81_data *read_c81(reader *reader);

/* --- scalar functions --------------------------------------------------------------------------------------------- */

/* "NAME" of a function that exists, or "NAME", TYPE, ARGUMENTS to define it here. NULL after an error. */
const scalar_function *read_scalar_function(reader *reader, const char *what);
const scalar_function *scalar_function_find(const model *model, const char *name, size_t length); /* NULL: none */
/* Its card failed, with an error of its own. */
bool scalar_function_is_lost(const model *model, const char *name, size_t length);
