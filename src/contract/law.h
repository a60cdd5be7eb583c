/* law.h - constitutive laws in 1, 3 or 6 dimensions: stress = f(strain, strain rate). One row of law/laws.def a type.
 *
 * Laws of solids may have 7 or 9 as well: 7 is strain and a pressure, 9 the deformation gradient (law/solid.h).
 *
 * A law may remember (memory.h). What an event changes (a bistop that closes) is decided in predict, at the predicted
 * configuration of a step, and holds through the step; it becomes history in accept. */
#pragma once
#include "contract/drive.h"

enum { LAW_MAX = 6, LAW_MOST = 9 }; /* of laws in general; of those of solids */

typedef enum { LAW_ELASTIC = 1, LAW_VISCOUS = 2, LAW_VISCOELASTIC = 3 } law_kind;

struct model;
typedef struct law_type law_type;

typedef struct law {
    const law_type *type;
    int dim;
    law_kind kind; /* which arguments it depends on; set by read (default: the type's) */
    source_location location;
    unsigned label; /* of a `constitutive law` card, else 0 */
    const char *name;
    const struct law *same_label;      /* card of another dimension with this label */
    const double *prestress;           /* dim numbers or NULL */
    const tpl_drive *prestrain;        /* or NULL; with a pressure or of the deformation gradient: six numbers */
    const tpl_drive *driven_prestress; /* of LAW_DRIVEN_PRESTRESS: six numbers of S, or NULL */
    int levels;                        /* of laws and drives inside it, itself included */
    int memory;                        /* what it remembers (memory.h) */
    size_t memory_size;                /* set by read, where it is not the type's */
    void *self;
} law;

typedef struct {
    double stress[LAW_MOST];
    double by_strain[LAW_MOST * LAW_MOST]; /* row by row: d stress[i] / d strain[j] at i * dim + j */
    double by_rate[LAW_MOST * LAW_MOST];
} law_result;

struct law_type {
    const char *keyword;
    const char *grammar, *summary;
    unsigned dims; /* sum of 1 << dimension: 1 << 1 | 1 << 3 | 1 << 6 */
    law_kind kind;
    module_id module; /* that makes the keyword known */
    size_t size;
    void (*read)(reader *reader, law *law);
    /* strain has the prestrain taken off already, except in nine dimensions; prestress is added by the caller. out is
     * zeroed. */
    void (*eval)(const law *law, const state *state, const double *strain, const double *rate, law_result *out);
    /* --- optional ------------------------------------------------------------------------------------------------- */
    /* self was copied byte by byte: replace laws inside by copies, since each remembers for itself */
    void (*copy)(struct model *model, law *to);
    size_t memory;
    memory_begin *begin;
    memory_valid *valid;
    void (*predict)(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate);
    void (*accept)(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate);
    int (*private_index)(const law *law, const char *name); /* 1, 2, ...; 0 when there is no such datum */
    bool (*has_private)(const law *law, int index);         /* whether there is such a datum; with private_index */
    double (*private_value)(const state *state, const law *law, const double *strain, const double *rate, int index);
    /* columns it adds to the element's row */
    void (*output)(const state *state, const law *law, const double *strain, const double *rate, record *out);
    unsigned flags;
};

enum {
    LAW_BARE = 1, /* takes neither prestress nor prestrain of its own */
    /* Contract test: the elastic stress has no potential whatever the numbers; the head of the type's file says why. */
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

/* Who wants to know which laws an element asks, in the state's `ear`: a law around another one comes after it. */
typedef struct law_observer {
    void (*on_eval)(struct law_observer *observer, const law *law, const double *strain, const double *rate,
                    const law_result *result);
} law_observer;

void law_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out);
/* What is notified of a step: law_predict, law_accept. */
typedef void law_event(const state *state, const law *law, memory_block *memory, const double *strain,
                       const double *rate);
void law_predict(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate);
void law_accept(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate);
/* "constitutiveLaw.NAME" among the private data of an element: NAME's index, 0 when there is none. */
int law_private_index(const law *law, const char *name);
bool law_has_private(const law *law, int index);
double law_private_value(const state *state, const law *law, const double *strain, const double *rate, int index);
void law_output(const state *state, const law *law, const double *strain, const double *rate, record *out);
/* out = law(strain, rate) with derivatives chained, for one, three and six dimensions (forces or strains, then moments
 * or curvatures). */
void jet_law1(int lanes, const law *law, const state *state, const jet1 *strain, const jet1 *rate, jet1 *out);
void jet_law3(int lanes, const law *law, const state *state, const jet3 *strain, const jet3 *rate, jet3 *out);
void jet_law6(int lanes, const law *law, const state *state, const jet3 strain[2], const jet3 rate[2], jet3 out[2]);
