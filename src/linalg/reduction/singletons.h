/* singletons.h - the unknowns that need no elimination: those alone in a row, and those whose column has one row.
 *
 * Clamped and free nodes produce many. Removing them repeatedly leaves
 *
 *     | F       |     F: lower triangular, solved first by columns
 *     | x  C    |     C: the core, factored
 *     | x  x  L |     L: upper triangular from its end, solved last by rows */
#pragma once
#include "base/arena.h"
#include "linalg/csc.h"

typedef struct {
    int n_first, n_last;
    int *first_row, *first_column; /* in the order of solution */
    int *last_row, *last_column;   /* in the order of solution */
    int n_core;
    int *core_row, *core_column; /* of each core index; core diagonals are diagonals of the matrix where possible */
    int *row_core, *column_core; /* the inverse; -1 for rows and columns outside of the core */
} singletons;

/* Entries whose `used` is false are ignored. A pivot is never zero. Allocated in `memory`. */
singletons *singletons_find(const csc *matrix, const bool *used, arena *memory);
