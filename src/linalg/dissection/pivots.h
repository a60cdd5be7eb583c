/* pivots.h - factors L D L' of a small symmetric matrix, with pivots of one or two rows, and L D U of a general one.
 * Equations: pivots.c. */
#pragma once
#include "linalg/kernels/products.h"
#include <stdbool.h>

/* The matrix by columns, below the diagonal, where L is stored; the diagonal of D and its off-diagonal entries where
 * two rows form one pivot; the column that each pivot came from. */
typedef struct {
    int n, ld;
    double *a, *d, *e;
    int *pivot;
} pivot_square;

/* Returns false if there is no pivot. */
bool pivots_find(const products *products, const pivot_square *pivot_square);
/* The same for a general matrix: all of it is given, pivots are single rows, and U' is stored below the diagonal of
 * u. */
bool pivots_find_general(const products *products, const pivot_square *pivot_square, double *u);
/* x = D^-1 x */
void pivots_divide(const double *d, const double *e, int n, double *x);
