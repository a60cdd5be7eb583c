/* law.h - constitutive laws in 1, 3 or 6 dimensions: stress = f(strain, strain rate).
 *
 * Each type is one row of law/laws.def. Laws of solids may also have 7 or 9 dimensions: 7 is strain and a pressure, 9
 * the deformation gradient (law/solid.h).
 *
 * A law may have memory (memory.h). Changes at an event (a bistop that closes) are decided in predict, at the predicted
 * configuration of a step, and hold during the step; they become history in accept. */
#pragma once
#include "contract/drive.h"

enum { LAW_MAX = 6, LAW_MOST = 9 }; /* in general; of solids */

typedef enum { LAW_ELASTIC = 1, LAW_VISCOUS = 2, LAW_VISCOELASTIC = 3 } law_kind;

struct model;
typedef struct law_type law_type;

typedef struct law {
    const law_type *type;
    int dim;
    law_kind kind; /* arguments that it depends on; set by read (default: those of the type) */
    source_location location;
    unsigned label; /* of a `constitutive law` card, otherwise 0 */
    const char *name;
    const struct law *same_label;      /* card of another dimension with this label */
    const double *prestress;           /* dim numbers or NULL */
    const tpl_drive *prestrain;        /* or NULL; six numbers with a pressure or the deformation gradient */
    const tpl_drive *driven_prestress; /* for LAW_DRIVEN_PRESTRESS: six numbers of S, or NULL */
    int levels;                        /* depth of nested laws and drives, including this one */
    double parts;                      /* their number, references counted each time */
    int memory;                        /* its memory (memory.h) */
    size_t memory_size;                /* set by read if it differs from that of the type */
    void *self;
} law;

typedef struct {
    double stress[LAW_MOST];
    double by_strain[LAW_MOST * LAW_MOST]; /* by rows: d stress[i] / d strain[j] at i * dim + j */
    double by_rate[LAW_MOST * LAW_MOST];
} law_result;

struct law_type {
    const char *keyword;
    const char *grammar, *summary;
    unsigned dims; /* sum of 1 << dimension: 1 << 1 | 1 << 3 | 1 << 6 */
    law_kind kind;
    module_id module; /* module that provides the keyword */
    size_t size;
    void (*read)(reader *reader, law *law);
    /* The prestrain is already subtracted from the strain, except in nine dimensions; the caller adds the prestress.
     * out is zero before the call. */
    void (*eval)(const law *law, const state *state, const double *strain, const double *rate, law_result *out);
    /* --- optional ------------------------------------------------------------------------------------------------- */
    /* self was copied byte by byte: replaces nested laws by copies, since each has its own memory */
    void (*copy)(struct model *model, law *to);
    size_t memory;
    memory_begin *begin;
    memory_valid *valid;
    void (*predict)(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate);
    void (*accept)(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate);
    /* Tells whether it has switched in the step that was solved, or switches in the next one. */
    bool (*switches)(const state *state, const law *law);
    int (*private_index)(const law *law, const char *name); /* 1, 2, ...; 0 if there is no such datum */
    bool (*has_private)(const law *law, int index);         /* whether the datum exists; with private_index */
    double (*private_value)(const state *state, const law *law, const double *strain, const double *rate, int index);
    /* columns that it adds to the row of the element */
    void (*output)(const state *state, const law *law, const double *strain, const double *rate, record *out);
    unsigned flags;
};

enum {
    LAW_BARE = 1, /* accepts neither prestress nor prestrain */
    /* Contract test: the elastic stress has no potential for any numbers; the head of the type's file explains why. */
    LAW_NO_POTENTIAL = 2,
    LAW_DRIVEN_PRESTRESS = 4, /* its prestress is a template drive */
    LAW_SYMMETRIC = 8, /* d stress / d strain is symmetric, without the pressure's row and column; solids use it */
};

extern const law_type *const law_types[];
extern const int law_type_count;

/* Another keyword for a type. */
typedef struct {
    const char *alias;
    const law_type *type;
} law_alias;

extern const law_alias law_aliases[];
extern const int law_alias_count;

/* Observer of the laws that an element evaluates, in `state.observer`; an outer law follows the law inside it. */
typedef struct law_observer {
    void (*on_eval)(struct law_observer *observer, const law *law, const double *strain, const double *rate,
                    const law_result *result);
} law_observer;

void law_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out);
/* Handler of an event of a step: law_predict, law_accept. */
typedef void law_event(const state *state, const law *law, memory_block *memory, const double *strain,
                       const double *rate);
void law_predict(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate);
void law_accept(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate);
/* Returns the index of NAME for "constitutiveLaw.NAME" among the private data of an element; 0 if there is none. */
int law_private_index(const law *law, const char *name);
bool law_has_private(const law *law, int index);
double law_private_value(const state *state, const law *law, const double *strain, const double *rate, int index);
void law_output(const state *state, const law *law, const double *strain, const double *rate, record *out);
/* out = law(strain, rate) with derivatives by the chain rule, for one, three and six dimensions (forces or strains,
 * then moments or curvatures). */
void jet_law1(int lanes, const law *law, const state *state, const jet1 *strain, const jet1 *rate, jet1 *out);
void jet_law3(int lanes, const law *law, const state *state, const jet3 *strain, const jet3 *rate, jet3 *out);
void jet_law6(int lanes, const law *law, const state *state, const jet3 strain[2], const jet3 rate[2], jet3 out[2]);
