/* linear_solver.h - what every linear solver provides; one row of linear_solvers.def a solver.
 *
 * Analyse once (pattern), factor as often as the values change, solve as often as asked. A solver keeps
 * its pivots while they stay good and chooses new ones by itself when they do not. */
#pragma once
#include "base/archive.h"
#include "base/team.h"
#include "linalg/csc.h"
#include <stdbool.h>

typedef enum {
    SCALE_NONE,
    SCALE_ROW_MAX,
    SCALE_ROW_SUM,
    SCALE_COLUMN_MAX,
    SCALE_COLUMN_SUM,
    SCALE_LAPACK,
    SCALE_ITERATIVE,
    SCALE_ROW_MAX_COLUMN_MAX
} scale_method;
typedef enum { SCALE_NEVER, SCALE_ALWAYS, SCALE_ONCE } scale_when;
typedef enum { ORDER_DEFAULT, ORDER_COLAMD, ORDER_AMD, ORDER_METIS, ORDER_MMDATA, ORDER_GIVEN } ordering;

typedef struct {
    double pivot_factor; /* 0: the solver's own */
    double drop_tolerance;
    ordering order;
    scale_method scale;
    scale_when when;
    double scale_tolerance;
    int scale_iterations;
    double refine_tolerance;
    int refine_iterations; /* 0: no iterative refinement */
    int threads;           /* 0, 1: one; the multifrontal solver uses no more than the team has */
    team *team;            /* NULL: one thread */
    long workspace;
    int block_size;
    bool kept; /* remembers what linear_keep needs */
} linear_options;

/* Those of the team that a solver may use. */
crew linear_crew(const linear_options *o);

typedef enum { LINEAR_OK, LINEAR_SINGULAR, LINEAR_NOT_FINITE } linear_status;

/* How often pivots were chosen, and how often these were used: what the next factorisation depends on besides the
 * values. Of the matrix: how often one was factored. */
typedef struct {
    long plans, uses, factored;
} linear_age;

typedef struct linear_type {
    const char *keyword;
    const char *summary;
    bool (*is_there)(void); /* its library; NULL: always */
    /* NULL only when the solver's library is not there. The pattern of `a` must not change afterwards. */
    void *(*create)(const csc *a, const linear_options *o);
    void (*destroy)(void *self);
    /* Factors the present values. On LINEAR_SINGULAR `*column` is the first column without a pivot. */
    linear_status (*factor)(void *self, const csc *a, int *column);
    /* b becomes the solution of A x = b. */
    void (*solve)(void *self, double *b);
    void (*precondition)(void *self, double *b);     /* about that, at little cost; NULL: solve does it */
    void (*solve_transposed)(void *self, double *b); /* NULL: not offered */
    double (*condition)(void *self);                 /* estimate of the condition number; NULL: not offered */
    /* Saves or loads what a factorisation depends on besides the values; `last`, the matrix factored last, is factored
     * when it is loaded; false when it cannot. NULL: nothing, factor does it. */
    bool (*keep)(archive *a, void *self, const csc *last);
    /* Bytes that the next factorisation takes besides what is taken already; NULL: not known. */
    double (*bytes)(const void *self);
    /* Counters of its own, plans and uses; NULL: a factorisation depends on the values alone. */
    linear_age *(*age)(void *self);
} linear_type;

/* The table, and a solver with its options ready for use. */
extern const linear_type *const linear_types[];
extern const int linear_type_count;
const linear_type *linear_type_find(const char *keyword); /* case and blanks do not count */

/* A solver at work: scaling, factorisation, refinement around a linear_type. */
typedef struct linear linear;

linear *linear_create(const linear_type *type, const csc *a, const linear_options *o);
void linear_destroy(linear *l);
linear_status linear_factor(linear *l, const csc *a, int *column);
void linear_solve(linear *l, double *b);
/* b becomes about the solution, at little cost: for iterative methods. */
void linear_precondition(linear *l, double *b);
/* Bytes that the next factorisation will take besides what is taken already; 0 when it is not known. */
double linear_bytes(const linear *l);
/* Its age; with the same pivots it can be made to have used them as often as then. */
linear_age linear_age_now(const linear *l);
void linear_rejuvenate(linear *l, linear_age then);
/* Saves, or loads so that solutions are the same to the last bit. Of another solver, one with other options, or one
 * without a matrix nothing is loaded: false, there are no factors and no pivots. Needs the option `kept`. */
bool linear_keep(archive *a, linear *l);
/* The best type for a system of this size and pattern, when the deck names none. */
const linear_type *linear_type_default(const csc *a);
