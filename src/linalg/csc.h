/* csc.h - a sparse matrix in compressed column format, and its construction from scattered entries. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    int n;      /* rows = columns */
    int *start; /* n + 1: index of the first entry of each column */
    int *row;   /* row of each entry, ascending within a column */
    double *value;
} csc;

/* Collects (row, column) pairs, possibly repeated, and assigns each its slot in the compressed matrix. */
typedef struct csc_builder csc_builder;

csc_builder *csc_builder_create(int n);
void csc_builder_destroy(csc_builder *csc_builder);
/* Records an entry and returns its ticket, 0, 1, 2 ... */
int csc_builder_add(csc_builder *csc_builder, int row, int column);
/* Builds the matrix; slot[ticket] is the index into value. The caller frees slot. Takes linear time. */
csc *csc_builder_finish(const csc_builder *csc_builder, int **slot);

void csc_destroy(csc *matrix);
/* Returns the same matrix with every entry stored, including zeros, padded with zero rows and columns up to n.
 * Allocated in the arena. */
csc csc_full_of(int n, const csc *matrix, arena *memory);
static inline int csc_entries(const csc *matrix) { return matrix->start[matrix->n]; }
void csc_zero(csc *matrix);
/* Returns the pattern of A + A', without values, on the heap: the caller frees start and row. */
csc csc_with_mirror(const csc *matrix);
/* y = A x */
void csc_multiply(const csc *matrix, const double *x, double *y);
void csc_multiply_transposed(const csc *matrix, const double *x, double *y);
