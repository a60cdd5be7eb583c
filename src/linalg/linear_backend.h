/* linear_backend.h - second layer of a linear solution: the factorization of a matrix. A backend is one file and one
 * row of linear_solvers.def; docs/adding-a-linear-solver.md shows how to add one.
 *
 * Its slots only compute. The policy (linear_solver.h) decides when they are called: it reduces the matrix, chooses
 * between factor and refactor, tries new pivots, refines solutions, falls back to another backend and restarts. No slot
 * is called for a matrix without unknowns, but reductions may leave a system without any. */
#pragma once
#include "base/archive.h"
#include "linalg/linear_options.h"
#include "linalg/reduction/reduction.h"

typedef enum {
    LINEAR_OK,
    LINEAR_SINGULAR,
    LINEAR_NOT_FINITE,
    /* These three are used only between a backend and the policy. */
    LINEAR_STALE_PIVOTS, /* refactor: new pivots have to be chosen */
    LINEAR_DOUBTFUL,     /* factor: some pivots are small, so a trial solution is needed */
    LINEAR_INACCURATE    /* a trial solution failed */
} linear_status;

/* The criterion by which pivots are chosen. The second is tried if the first finds no pivots or gives inaccurate
 * solutions. */
typedef enum { PIVOT_FOR_SPARSITY, PIVOT_FOR_ACCURACY } pivot_rule;

/* Multiplications of a factorization and of a solution; 0: unknown. */
typedef struct {
    double factor, solve;
} linear_products;

typedef struct linear_backend {
    /* The deck language: the keyword of the card `linear solver`, the supported options, one sentence. */
    const char *keyword;
    const char *grammar;
    const char *summary;
    bool (*is_available)(void); /* tells whether its library is installed; NULL: always available */
    unsigned reductions;        /* reduction_set, applied before its slots receive the matrix */

    /* Plans for the pattern of the system. Returns NULL if the pattern has to be left to the fallback. */
    void *(*analyze)(const linear_system *system, const linear_options *options);
    void (*destroy)(void *self);
    /* Optional: returns to the state after `analyze`, but may keep what speeds up the next factorization and changes
     * none of its numbers. */
    void (*renew)(void *self);
    /* Factors the values, with pivots chosen for them. On LINEAR_SINGULAR, *column is the first column without a
     * pivot. */
    linear_status (*factor)(void *self, const linear_system *system, pivot_rule rule, int *column);
    /* Factors other values with the same pivots, for the uses-th time. NULL if factors depend on the values alone. */
    linear_status (*refactor)(void *self, const linear_system *system, long uses, int *column);
    /* Replaces b by the solution. */
    void (*solve)(void *self, double *b);
    void (*solve_transposed)(void *self, double *b); /* NULL if all systems that it factors are symmetric */

    /* Optional functions. */
    void (*precondition)(void *self, double *b); /* replaces b by an approximate solution at little cost; NULL: solve */
    bool (*converges)(void *self);               /* performs its own trial; NULL: the backward error decides */
    bool (*has_converged)(const void *self);     /* tells whether the last solution has; NULL: solutions always do */
    double (*bytes)(const void *self);           /* additional memory needed by the next factorization */
    linear_products (*products)(const void *self); /* once there are factors; independent of the number of threads */
    /* Serializes or restores what the next choice of pivots depends on besides the values; the policy does everything
     * else. */
    void (*serialize)(archive *ar, void *self);

    /* Properties used by the policy. */
    double accuracy;              /* required backward error of a trial with new pivots; 0: no trial */
    bool has_accurate_pivots;     /* PIVOT_FOR_ACCURACY chooses differently */
    const char *const *fallbacks; /* keywords; the first available one factors what this backend cannot */
} linear_backend;

/* The table. */
extern const linear_backend *const linear_backends[];
extern const int linear_backend_count;
const linear_backend *linear_backend_find(const char *keyword); /* ignores case and blanks */
/* Solvers of MBDyn that decks may name and that are not available; the default replaces them. NULL-terminated. */
extern const char *const linear_foreign_words[];
