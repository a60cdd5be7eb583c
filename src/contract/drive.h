/* drive.h - drives: numbers that depend on time, on the state, or on an argument.
 *
 * Each type is one row of drive/drives.def. A drive is a function of one number, by default the time. Template drives
 * are vectors of n numbers built from drives. */
#pragma once
#include "contract/memory.h"
#include "contract/module.h"
#include "contract/node.h"

typedef struct drive_type drive_type;

typedef struct drive {
    const drive_type *type;
    unsigned label; /* of a `drive caller` card, otherwise 0 */
    const char *name;
    source_location location;
    bool output, output_derivative; /* written to the .drv file; with its derivative (`output, yes` on the card) */
    bool traced;                    /* written to the .trc file at every step */
    int levels;                     /* depth of nested drives, including this one */
    double parts;                   /* their number, references counted each time */
    int memory;                     /* its memory (memory.h) */
    size_t memory_size;             /* set by read if it differs from that of the type */
    void *self;
} drive;

struct drive_type {
    const char *keyword;
    const char *grammar, *summary;
    module_id module; /* module that provides the keyword */
    size_t size;
    void (*read)(reader *reader, drive *drive);
    double (*value)(const drive *drive, const state *state, double x);
    /* --- optional ------------------------------------------------------------------------------------------------- */
    /* Derivative with respect to x. Quantities of the time and the state on which the drive depends change with x, as
     * they do if x is the time. NULL: none. */
    double (*derivative)(const drive *drive, const state *state, double x);
    bool (*has_derivative)(const drive *drive); /* if it depends on nested drives; NULL: whether derivative is set */
    bool is_constant;                           /* known without a state, before the run */
    size_t memory;
    memory_begin *begin;
    memory_valid *valid;
    /* Called when a step has converged; not called in dummy steps. */
    void (*accept)(const state *state, const drive *drive, memory_block *memory);
    int (*every)(const drive *drive); /* meter: number of steps between ticks; NULL: irregular */
    /* The first argument after x at which the value or its derivative jumps; HUGE_VAL if there is none. NULL: not
     * known, or nowhere. Steps whose length follows from an accuracy end there. */
    double (*corner)(const drive *drive, double x);
    /* Tells whether it switches if the step that was solved is accepted. Such steps end there as well. */
    bool (*switches)(const drive *drive, const state *state);
};

extern const drive_type *const drive_types[];
extern const int drive_type_count;
const drive_type *drive_type_find(const char *keyword); /* also finds aliases; NULL: none */

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
double drive_derivative(const drive *drive, const state *state, double x); /* 0 if it has none */

drive *drive_constant(arena *memory, double value);
/* Writes its row of the .drv file: label, value, and the derivative if requested and available. */
void drive_output_row(const state *state, const drive *drive, record *out);

/* --- template drives ---------------------------------------------------------------------------------------------- */

/* Every form (null, single, component, array, reference) is a sum of terms: entity * drive, or one component =
 * drive. */
typedef struct {
    const double *entity; /* dim numbers, or NULL for a single component */
    int component;
    const drive *drive;
} tpl_term;

typedef enum { EULER_NONE, EULER_123, EULER_313, EULER_321 } euler_kind;

typedef struct {
    int dim;
    int n;
    const tpl_term *term;
    euler_kind euler; /* the components are three angles; the value is the rotation vector */
    bool is_green;    /* the components are six engineering strains; the value is the Green-Lagrange strain */
    int hinted;       /* 1 + index of the hint instance whose drive replaces this one (hint.h); 0: none */
} tpl_drive;

void tpl_drive_value(const tpl_drive *drive, const state *state, double *out);
/* Returns one component; drives that do not contribute to it are not evaluated. */
double tpl_drive_component(const tpl_drive *drive, const state *state, int component);
bool tpl_drive_has_derivative(const tpl_drive *drive);
/* Computes the derivative with respect to time; 0 if it has none. */
void tpl_drive_derivative(const tpl_drive *drive, const state *state, double *out);
vec3 tpl_drive_vec3(const tpl_drive *drive, const state *state);
vec3 tpl_drive_vec3_derivative(const tpl_drive *drive, const state *state);
