/* elimination.h - the steps of an elimination and the entries that each of them changes. */
#pragma once
#include "base/arena.h"
#include "linalg/multifrontal/pivot_order.h"

/* Lists of ascending steps, one list per step. */
typedef struct {
    int *start, *step;
} step_lists;

/* Step k eliminates a row and a column. lower(k): steps whose rows have an entry below its pivot; upper(k): steps whose
 * columns have an entry to the right of it. */
typedef struct {
    int n;
    int *row, *column;           /* of the pivot of each step */
    int *row_step, *column_step; /* the inverse: the step of each row and column */
    step_lists lower, upper;
    step_lists previous;                                    /* the steps whose lower or upper list contains this one */
    bool *pivot_is_given, *lower_is_given, *upper_is_given; /* entry of the matrix, not fill */
} elimination;

/* Allocated in `memory`. */
elimination *elimination_create(const csc *matrix, const pivot_order *pivot_order, arena *memory);

static inline int step_list_length(const step_lists *step_lists, int index)
{
    return step_lists->start[index + 1] - step_lists->start[index];
}
static inline const int *step_list(const step_lists *step_lists, int index)
{
    return step_lists->step + step_lists->start[index];
}
/* Returns the index of a step in the list of step `index`; -1 if it is not in the list. */
int step_list_find(const step_lists *step_lists, int index, int step);
