/* lane_program.h - the elimination of a small part as a list of operations, for one or for LANES equal ones at once.
 *
 * Storage `a` of a program holds the entries of L and U, the inverse pivots, and the values passed on to the rest of
 * the matrix. Storage `x` holds one number for each step, followed by one for each element of its rest. Each number
 * takes `stride` places. */
#pragma once
#include "linalg/kernels/kernels.h"
#include "linalg/multifrontal/parts.h"

typedef struct {
    int n, n_rest;                  /* number of steps, and of steps outside that they change */
    step_lists lower, upper;        /* of the pattern it was made for */
    int *lower_place, *upper_place; /* index in a of each item of the lists */
    int stride;
    int n_entries;                   /* size of storage a */
    int lower_end;                   /* 0 .. lower_end: L */
    int given_begin, given_end;      /* entries of the matrix, including pivots; the others need not be loaded */
    int pivot_begin;                 /* n inverse pivots */
    int passed_begin, n_passed;      /* values passed on, after everything else */
    int *passed_row, *passed_column; /* positions in the rest */
    const uint32_t *factor, *forward, *backward;
} lane_program;

/* Allocated in `memory`. */
lane_program *lane_program_create(const part_pattern *part_pattern, int stride, arena *memory);
/* Returns the index in a of entry (row, column), in the numbering of the part. */
int lane_program_place(const lane_program *program, int row, int column);

/* The transposed solution, in all lanes: like forward and backward, but not optimized for speed. */
void lane_program_forward_transposed(const lane_program *program, const double *a, double *x);
void lane_program_backward_transposed(const lane_program *program, const double *a, double *x);
