/* multifrontal_plan.h - how the multifrontal solver factors and solves with one set of pivots: lists of indices and of
 * operations.
 *
 * Unknowns that are alone in their row or column are solved by substitution (singletons). Of the rest, small parts that
 * depend on no other step are eliminated first, LANES equal ones at a time, by lane programs; the remainder is
 * eliminated by fronts. */
#pragma once
#include "linalg/multifrontal/fronts.h"
#include "linalg/multifrontal/lane_program.h"
#include "linalg/reduction/singletons.h"

/* Values of the matrix to be copied: to[i] = scale[i] a[from[i]]. */
typedef struct {
    int n;
    int *source;
    double *scale;
} copy_list;

/* A triangular part. Each pivot has the other entries `start[k] .. start[k + 1]`: those of its column (first), or of
 * its row (last). */
typedef struct {
    int n;
    const int *row, *column;
    copy_list pivots, entries;
    double *inverse, *value;
    int *start, *other; /* other: row (first) or column (last) of each entry */
} triangle;

/* Up to LANES equal parts. Unused lanes repeat the last part. */
typedef struct {
    const lane_program *program;
    bool wide; /* LANES numbers instead of one */
    double *a, *x;
    copy_list load;      /* the given entries of a */
    int *row, *column;   /* row and column of the matrix of each number of x that is a step */
    int *rest, *rest_to; /* dense number of each further number of x: to read it, and to add to it */
    int *passed;         /* index of each number passed on among the entries of the fronts */
} lane_group;

/* What a plan is made for: with the same choices it is the same, but for scales and limits. */
typedef struct {
    bool *used; /* by entry */
    const singletons *singles;
    int *row, *column; /* pivots of the core, in the order of elimination */
} plan_choices;

typedef struct {
    arena *memory;
    int n;
    plan_choices choices;
    double *row_scale;
    double *most; /* limit of each entry of the matrix: unused ones must stay close to zero; NULL if all are used */
    triangle first, last;
    int n_groups;
    lane_group *group;
    fronts *fronts;
    copy_list load; /* entries of the fronts */
    int *load_to;
    int *row, *column; /* of the matrix, for each dense step */
    double *x;         /* of the dense steps, and space for entries outside of them */
    double products;   /* multiplications of a factorization */
    double n_factors;  /* number of entries of the factors */
    double *y;         /* right-hand side, by rows of the matrix (columns in a transposed solution) */
} multifrontal_plan;

/* Creates a plan with pivots for the present values; entries that are not `used` are treated as zero. Threshold and
 * leniency are those of pivot_order_choose. Returns NULL if a column, which is stored in *column, has no pivot. */
multifrontal_plan *multifrontal_plan_create(const csc *matrix, const bool *used, double threshold, double leniency,
                                            int *column);
/* Adapts a plan to other values of the same pattern, if the plan created for them would have the same pivots. Otherwise
 * returns false; the plan is then not to be used. */
bool multifrontal_plan_adapt(multifrontal_plan *plan, const csc *matrix, const bool *used, double threshold,
                             double leniency);
void multifrontal_plan_destroy(multifrontal_plan *plan);
