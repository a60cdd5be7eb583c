/* incomplete.h - incomplete factors of a symmetric positive matrix, and solutions by conjugate gradients with them. */
#pragma once
#include <stdbool.h>

typedef struct incomplete incomplete;

/* For a matrix of n unknowns with these entries on and below the diagonal, by columns, rows ascending. */
incomplete *incomplete_create(int n, int n_entries, const int *row, const int *column);
void incomplete_destroy(incomplete *incomplete);
/* Bytes that the next factorisation takes. */
double incomplete_bytes(const incomplete *incomplete);
/* False when the matrix is far from positive. */
bool incomplete_factor(incomplete *incomplete, const double *value);
/* b becomes M^-1 b. */
void incomplete_apply(const incomplete *incomplete, double *b);
/* b becomes the solution; false when it did not converge. */
bool incomplete_solve(incomplete *incomplete, double *b);
