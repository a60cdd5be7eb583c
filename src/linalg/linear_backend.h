/* linear_backend.h - second layer of a linear solution: what factors a matrix. A backend is one file and one row of
 * linear_solvers.def; docs/adding-a-linear-solver.md shows how to add one.
 *
 * Its slots only compute. The policy (linear_solver.h) decides when they are called: it reduces the matrix, chooses
 * between factor and refactor, tries new pivots, refines solutions, falls back to another backend and restarts. No slot
 * is called for a matrix without unknowns. */
#pragma once
#include "base/archive.h"
#include "linalg/linear_options.h"
#include "linalg/reduction/reduction.h"

typedef enum {
    LINEAR_OK,
    LINEAR_SINGULAR,
    LINEAR_NOT_FINITE,
    /* These three stay between a backend and the policy. */
    LINEAR_STALE_PIVOTS, /* refactor: pivots have to be chosen anew */
    LINEAR_DOUBTFUL,     /* factor: some pivots are small, so that a solution has to be tried */
    LINEAR_INACCURATE    /* a trial solution failed */
} linear_status;

/* What pivots are chosen for; the second is tried when the first gives none, or inaccurate solutions. */
typedef enum { PIVOT_FOR_SPARSITY, PIVOT_FOR_ACCURACY } pivot_rule;

typedef struct linear_backend {
    /* The deck language: the word of the card `linear solver`, the options that have an effect, one sentence. */
    const char *keyword;
    const char *grammar;
    const char *summary;
    bool (*is_available)(void); /* NULL: always; else whether its library is installed */
    unsigned reductions;        /* of reduction_set, applied before its slots see the matrix */

    /* Plans for the pattern of the system. NULL: this pattern is for the fallback. */
    void *(*analyze)(const linear_system *system, const linear_options *options);
    void (*destroy)(void *self);
    /* Factors the values, with pivots chosen for them. LINEAR_SINGULAR: *column is the first without a pivot. */
    linear_status (*factor)(void *self, const linear_system *system, pivot_rule rule, int *column);
    /* Factors other values with the same pivots, for the uses-th time. NULL: factors depend on the values alone. */
    linear_status (*refactor)(void *self, const linear_system *system, long uses, int *column);
    /* b becomes the solution. */
    void (*solve)(void *self, double *b);
    void (*solve_transposed)(void *self, double *b); /* NULL: all systems that it factors are symmetric */

    /* What it may offer besides. */
    void (*precondition)(void *self, double *b); /* b becomes about the solution, at little cost; NULL: solve */
    bool (*converges)(void *self);               /* a trial of its own; NULL: the backward error decides */
    double (*bytes)(const void *self);           /* memory that the next factorisation will take besides */
    /* Saves or restores what the next choice of pivots depends on besides the values; the policy does all the rest. */
    void (*serialize)(archive *ar, void *self);

    /* What the policy has to know. */
    double accuracy;              /* backward error of a trial with new pivots; 0: they are not tried */
    bool has_accurate_pivots;     /* PIVOT_FOR_ACCURACY is another choice */
    const char *const *fallbacks; /* keywords; the first that is available takes what this one cannot factor */
} linear_backend;

/* The table. */
extern const linear_backend *const linear_backends[];
extern const int linear_backend_count;
const linear_backend *linear_backend_find(const char *keyword); /* case and blanks do not count */
/* Solvers of MBDyn that decks may name and that are not here: the default takes their place. NULL-terminated. */
extern const char *const linear_foreign_words[];
