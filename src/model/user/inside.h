/* inside.h - definitions of the opaque types of torsor/module.h; private to the files of this folder. */
#pragma once
#include "contract/element.h"
#include "model/reading.h"
#include "model/user.h"
#include "torsor/module.h"

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* Rows and columns that an element touches, in the order in which it declared them. */
typedef enum { PART_NODE, PART_MOMENTUM, PART_DOF, PART_INTERNAL } part_kind;

typedef struct {
    part_kind kind;
    int first, n; /* local index of the first, number */
    const node *node;
    const node_dof *dof;
} user_part;

typedef struct {
    int row, n_rows, column, n_columns;
} user_zero;

/* Instance data (self) of an element of a module. */
typedef struct {
    const torsor_element_type *type;
    void *data;
    user_part *part;
    user_zero *zero;
    int n_parts, n_zeros, n; /* n: number of local indices so far */
} user_element;

/* Instance data (self) of a law, drive, function or gust of a module. */
typedef struct {
    const void *type;
    void *data;
} user_instance;

struct torsor_reader {
    reader *reader;
    elem *element; /* the element being read; NULL if it is something else */
};

/* --- evaluating --------------------------------------------------------------------------------------------------- */

/* Perturbation of a column: of its value or of its rate. */
typedef struct {
    const user_part *part; /* NULL: no perturbation */
    int k;                 /* within the part */
    bool is_rate;
    double amount;
} user_shift;

struct torsor_inside {
    const state *state;
    const elem *element;  /* NULL if it is not an element */
    memory_block *memory; /* memory that may be written; NULL: none */
    source_location location;
    user_shift shift;
};

/* Creates an instance of the type `by`, with `size` bytes for the data that it reads. */
user_instance *user_instance_make(reader *reader, void *self, const void *by, size_t size);

enum { USER_LOCAL_MOST = 256 }; /* limit of local rows of an element with numerical derivatives */

extern const torsor_host user_host;

/* Returns the state in the form that modules receive. */
torsor_instant user_instant(const torsor_inside *in, const void *memory);
/* memory: offset of the remembered data; MEMORY_NONE: none. */
static inline const void *user_remembered(const state *state, int memory)
{
    return memory == MEMORY_NONE || !state->memory ? NULL : remembered(state, memory);
}

/* version: version of torsor/module.h that the table was written for. */
elem_type *user_element_type(arena *memory, const torsor_element_type *by, unsigned version);
law_type *user_law_type(arena *memory, const torsor_law_type *by);
drive_type *user_drive_type(arena *memory, const torsor_drive_type *by);
scalar_function_type *user_function_type(arena *memory, const torsor_function_type *by);
/* Adds a function to its namespace. Returns NULL, or the reason why it cannot. */
const char *user_expression_add(model *model, const torsor_module *module, const torsor_expression_type *by);
/* Defined with the gusts, in element/aero. */
struct gust_type *user_gust_type(arena *memory, const torsor_gust_type *by);
bool gust_is_built_in(const char *word);
