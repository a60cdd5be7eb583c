/* drive.h - drives: numbers that change with time, with the state, or with an argument.
 *
 * One row of drive/drives.def a type. A drive is a function of one number, by default the time. Template drives are
 * vectors of n numbers built from drives. */
#pragma once
#include "contract/memory.h"
#include "contract/module.h"
#include "contract/node.h"

typedef struct drive_type drive_type;

typedef struct drive {
    const drive_type *type;
    unsigned label; /* of a `drive caller` card, else 0 */
    const char *name;
    source_location location;
    bool output, output_derivative; /* in the .drv file: at all, with its derivative (`output, yes` on the card) */
    bool traced;                    /* in the .trc file, at every step */
    int levels;                     /* of drives inside it, itself included */
    int memory;                     /* what it remembers (memory.h) */
    size_t memory_size;             /* set by read, where it is not the type's */
    void *self;
} drive;

struct drive_type {
    const char *keyword;
    const char *grammar, *summary;
    module_id module; /* that makes the keyword known */
    size_t size;
    void (*read)(reader *reader, drive *drive);
    double (*value)(const drive *drive, const state *state, double x);
    /* --- optional ------------------------------------------------------------------------------------------------- */
    /* Derivative in x; what a drive reads of the time and the state moves along, as it does when x is the time. NULL:
     * none. */
    double (*derivative)(const drive *drive, const state *state, double x);
    bool (*has_derivative)(const drive *drive); /* when it depends on the drives inside; NULL: as derivative says */
    bool is_constant;                           /* known without a state, before the run */
    size_t memory;
    memory_begin *begin;
    memory_valid *valid;
    /* A step has converged; dummy steps leave no history. */
    void (*accept)(const state *state, const drive *drive, memory_block *memory);
    int (*every)(const drive *drive); /* a meter: it ticks every so many steps; NULL: irregular */
};

extern const drive_type *const drive_types[];
extern const int drive_type_count;
const drive_type *drive_type_find(const char *keyword); /* also by another spelling; NULL: none */

/* Another keyword for a type. */
typedef struct {
    const char *alias, *keyword;
} drive_alias;

extern const drive_alias drive_aliases[];
extern const int drive_alias_count;

static inline double drive_at(const drive *drive, const state *state, double x)
{
    return drive->type->value(drive, state, x);
}
static inline double drive_now(const drive *drive, const state *state)
{
    return drive->type->value(drive, state, state->t);
}
bool drive_has_derivative(const drive *drive);
double drive_derivative(const drive *drive, const state *state, double x); /* 0 when it has none */

drive *drive_constant(arena *memory, double value);
/* Its row of the .drv file: label, value, and the derivative when it was asked for and exists. */
void drive_output_row(const state *state, const drive *drive, record *out);

/* --- template drives ---------------------------------------------------------------------------------------------- */

/* Every form (null, single, component, array, reference) is a sum of terms: entity * drive, or one component =
 * drive. */
typedef struct {
    const double *entity; /* dim numbers, or NULL for a component */
    int component;
    const drive *drive;
} tpl_term;

typedef enum { EULER_NONE, EULER_123, EULER_313, EULER_321 } euler_kind;

typedef struct {
    int dim;
    int n;
    const tpl_term *term;
    euler_kind euler; /* three angles are meant, and the rotation vector is given */
    bool is_green;    /* six strains of engineers are meant, and those of Green and Lagrange are given */
    int hinted;       /* 1 + the room whose drive takes its place once a hint has given it (hint.h); 0: none does */
} tpl_drive;

void tpl_drive_value(const tpl_drive *drive, const state *state, double *out);
bool tpl_drive_has_derivative(const tpl_drive *drive);
void tpl_drive_derivative(const tpl_drive *drive, const state *state,
                          double *out); /* derivative in time; 0 when it has none */
vec3 tpl_drive_vec3(const tpl_drive *drive, const state *state);
vec3 tpl_drive_vec3_derivative(const tpl_drive *drive, const state *state);
