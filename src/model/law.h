/* law.h - constitutive laws in 1, 3 or 6 dimensions: stress = f(strain, strain rate). One row of law/laws.def a type.
 *
 * A law with memory keeps it in self, reads it in eval, and changes it only in accept. */
#pragma once
#include "model/drive.h"

enum { LAW_MAX = 6 };

typedef enum { LAW_ELASTIC = 1, LAW_VISCOUS = 2, LAW_VISCOELASTIC = 3 } law_kind;

typedef struct law_type law_type;

typedef struct law {
    const law_type *type;
    int dim;
    law_kind kind;            /* which arguments it depends on; set by read (default: the type's) */
    place where;
    const double *prestress;  /* dim numbers or NULL */
    const tpl_drive *prestrain; /* or NULL */
    void *self;
} law;

typedef struct {
    double stress[LAW_MAX];
    double by_strain[LAW_MAX * LAW_MAX]; /* row by row: d stress[i] / d strain[j] at i * dim + j */
    double by_rate[LAW_MAX * LAW_MAX];
} law_result;

struct law_type {
    const char *keyword;
    const char *grammar, *summary;
    unsigned dims;            /* sum of 1 << dimension: 1 << 1 | 1 << 3 | 1 << 6 */
    law_kind kind;
    size_t size;
    void (*read)(reader *r, law *l);
    /* strain has the prestrain taken off already; prestress is added by the caller. out is zeroed. */
    void (*eval)(const law *l, const state *s, const double *strain, const double *rate, law_result *out);
    /* --- optional --- */
    void (*copy)(arena *memory, law *to); /* self was copied byte by byte: replace what it points to and owns by copies */
    void (*accept)(const state *s, law *l, const double *strain, const double *rate);
    int (*private_index)(const law *l, const char *name);
    double (*private_value)(const state *s, const law *l, int index);
};

extern const law_type *const law_types[];
extern const int law_type_count;

/* A law in the deck, or `reference, LABEL`; a copy of its own for every user, since it may have memory. */
law *read_law(reader *r, int dim, const char *what);
void law_eval(const law *l, const state *s, const double *strain, const double *rate, law_result *out);
void law_accept(const state *s, law *l, const double *strain, const double *rate);
/* out = law(strain, rate) with derivatives chained, for one and for three dimensions. */
void jet_law1(int n, const law *l, const state *s, const jet1 *strain, const jet1 *rate, jet1 *out);
void jet_law3(int n, const law *l, const state *s, const jet3 *strain, const jet3 *rate, jet3 *out);
