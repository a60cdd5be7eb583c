/* multifrontal_plan.h - how the multifrontal solver factors and solves with one set of pivots: lists of places and of
 * operations.
 *
 * Unknowns alone in their row or column are solved by substitution (singletons). Of the rest, small parts that nothing
 * comes before are eliminated first, LANES equal ones at a time, by lane programs; what they leave, by fronts. */
#pragma once
#include "linalg/multifrontal/fronts.h"
#include "linalg/multifrontal/lane_program.h"
#include "linalg/reduction/singletons.h"

/* Numbers of the matrix to be copied: to[i] = scale[i] a[from[i]]. */
typedef struct {
    int n;
    int *source;
    double *scale;
} copy_list;

/* A triangular part. Each pivot goes with `start[k] .. start[k + 1]` of the other entries: those of its column (first),
 * or of its row (last). */
typedef struct {
    int n;
    const int *row, *column;
    copy_list pivots, entries;
    double *inverse, *value;
    int *start, *other; /* other: row (first) or column (last) of each entry */
} triangle;

/* Up to LANES equal parts. Lanes without one repeat the last. */
typedef struct {
    const lane_program *program;
    bool wide; /* LANES numbers for one */
    double *a, *x;
    copy_list load;      /* the given entries of a */
    int *row, *column;   /* of the matrix, for each number of x that is a step */
    int *rest, *rest_to; /* dense number, for each number of x behind them: to read it, and to add to it */
    int *passed;         /* place among the entries of the fronts, for each number passed on */
} lane_group;

typedef struct {
    arena *memory;
    int n;
    double *row_scale;
    double *most; /* of each entry of the matrix: those that are not used must stay next to zero */
    triangle first, last;
    int n_groups;
    lane_group *group;
    fronts *fronts;
    copy_list load; /* entries of the fronts */
    int *load_to;
    int *row, *column; /* of the matrix, for each dense step */
    double *x;         /* of the dense steps, and space for what belongs nowhere */
    double *y;         /* right-hand side, by rows of the matrix (columns in a transposed solution) */
} multifrontal_plan;

/* A plan with pivots for the present values; entries that are not `used` are taken for zero. Threshold and leniency are
 * those of pivot_order_choose. NULL when some column, which is then told, has no pivot. */
multifrontal_plan *multifrontal_plan_create(const csc *matrix, const bool *used, double threshold, double leniency,
                                            int *column);
void multifrontal_plan_destroy(multifrontal_plan *plan);
