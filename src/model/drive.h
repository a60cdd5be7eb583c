/* drive.h - drives: numbers that change with time, with the state, or with an argument.
 *
 * One row of drive/drives.def a type. A drive is a function of one number, by default the time. Template drives are
 * vectors of n numbers built from drives. */
#pragma once
#include "model/memory.h"
#include "model/node.h"

typedef struct drive_type drive_type;

typedef struct drive {
    const drive_type *type;
    unsigned label; /* of a `drive caller` card, else 0 */
    const char *name;
    place where;
    bool output, output_slope; /* in the .drv file: at all, with its slope (`output, yes` on the card) */
    int memory;                /* what it remembers (memory.h) */
    size_t memory_size;        /* set by read, where it is not the type's */
    void *self;
} drive;

struct drive_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    void (*read)(reader *r, drive *d);
    double (*value)(const drive *d, const state *s, double x);
    /* --- optional ------------------------------------------------------------------------------------------------- */
    /* Derivative in x; what a drive reads of the time and the state moves along, as it does when x is the time. NULL:
     * none. */
    double (*slope)(const drive *d, const state *s, double x);
    bool (*has_slope)(const drive *d); /* when it depends on the drives inside; NULL: as slope says */
    size_t memory;
    memory_begin *begin;
    memory_valid *valid;
    /* A step has converged; dummy steps leave no history. */
    void (*accept)(const state *s, const drive *d, memory_block *m);
    int (*every)(const drive *d); /* a meter: it ticks every so many steps; NULL: irregular */
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

static inline double drive_at(const drive *d, const state *s, double x) { return d->type->value(d, s, x); }
static inline double drive_now(const drive *d, const state *s) { return d->type->value(d, s, s->t); }
bool drive_has_slope(const drive *d);
double drive_slope(const drive *d, const state *s, double x); /* 0 when it has none */

/* A drive in the deck: a type with its arguments, `reference, LABEL`, or a bare number. Never NULL: after an error the
 * null drive. */
drive *read_drive(reader *r, const char *what);
drive *drive_constant(arena *memory, double value);
/* The next argument is a number and no keyword: not a word, or the name of a variable. Does not move. */
bool read_is_number(reader *r);
/* Its row of the .drv file: label, value, and the slope when it was asked for and exists. */
void drive_output_row(const state *s, const drive *d, record *out);

/* --- template drives ---------------------------------------------------------------------------------------------- */

/* Every form (null, single, component, array, reference) is a sum of terms: entity * drive, or one component =
 * drive. */
typedef struct {
    const double *entity; /* dim numbers, or NULL for a component */
    int component;
    const drive *by;
} tpl_term;

typedef struct {
    int dim;
    int n;
    const tpl_term *term;
    int hinted; /* 1 + the room whose drive takes its place once a hint has given it (hint.h); 0: none does */
} tpl_drive;

void tpl_drive_value(const tpl_drive *d, const state *s, double *out);
bool tpl_drive_has_slope(const tpl_drive *d);
void tpl_drive_slope(const tpl_drive *d, const state *s, double *out); /* derivative in time; 0 when it has none */
vec3 tpl_drive_vec3(const tpl_drive *d, const state *s);
vec3 tpl_drive_vec3_slope(const tpl_drive *d, const state *s);

/* dim 1, 3 or 6; matrices as 9 or 36 numbers row by row. For 3, entities are read by `read_entity` when it is given
 * (directions in a frame), else by read_vec3. Never NULL. */
typedef vec3 (*read_entity)(reader *r, const void *context, const char *what);
tpl_drive *read_tpl_drive(reader *r, int dim, const char *what);
tpl_drive *read_tpl_drive3(reader *r, read_entity entity, const void *context, const char *what);
