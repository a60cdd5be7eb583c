/* incomplete.h - incomplete factors of a symmetric positive definite matrix, and solutions by conjugate gradients with
 * them. */
#pragma once
#include <stdbool.h>

typedef struct incomplete incomplete;

/* For a matrix of n unknowns with these entries on and below the diagonal, by columns, with ascending rows. */
incomplete *incomplete_create(int n, int n_entries, const int *row, const int *column);
void incomplete_destroy(incomplete *incomplete);
/* Returns the bytes that the next factorization allocates. */
double incomplete_bytes(const incomplete *incomplete);
/* Returns false if the matrix is far from positive definite. */
bool incomplete_factor(incomplete *incomplete, const double *value);
/* Replaces b by M^-1 b. */
void incomplete_apply(const incomplete *incomplete, double *b);
/* Replaces b by the solution. Returns false if it did not converge. */
bool incomplete_solve(incomplete *incomplete, double *b);
