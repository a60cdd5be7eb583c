/* lane_program.h - the elimination of a small part as a list of operations, for one or for LANES equal ones at once.
 *
 * Storage `a` of a program holds the entries of L and U, the inverse pivots, and what is passed on to the rest of the
 * matrix; storage `x` one number for each step and, behind them, for each of its rest. A number takes `stride` of
 * them. */
#pragma once
#include "linalg/kernels/kernels.h"
#include "linalg/multifrontal/parts.h"

typedef struct {
    int n, n_rest;                  /* steps, and steps outside that they change */
    step_lists lower, upper;        /* of the pattern it was made for */
    int *lower_place, *upper_place; /* where in a, for each item of the lists */
    int stride;
    int n_entries;                   /* of storage a */
    int lower_end;                   /* 0 .. lower_end: L */
    int given_begin, given_end;      /* entries of the matrix, pivots among them; the others need not be loaded */
    int pivot_begin;                 /* n inverse pivots */
    int passed_begin, n_passed;      /* what is passed on, behind everything else */
    int *passed_row, *passed_column; /* places in the rest */
    const uint32_t *factor, *forward, *backward;
} lane_program;

/* Everything lives in `memory`. */
lane_program *lane_program_create(const part_pattern *part_pattern, int stride, arena *memory);
/* Where entry (row, column), in the part's own numbers, is in a. */
int lane_program_place(const lane_program *program, int row, int column);

/* The transposed solution, in all lanes: as forward and backward, but not made for speed. */
void lane_program_forward_transposed(const lane_program *program, const double *a, double *x);
void lane_program_backward_transposed(const lane_program *program, const double *a, double *x);
