/* dense.h - what the dense solvers share: the matrix spread out, its rows scaled, and the test for a lost pivot. */
#pragma once
#include "linalg/csc.h"

typedef struct {
    int n;
    double *a;          /* n x n by columns */
    double *row_scale;  /* powers of two that bring the largest entry of each row near 1 */
    double *column_max; /* of the scaled matrix */
    double norm1;       /* of the scaled matrix */
} dense;

void dense_create(dense *d, int n);
void dense_destroy(dense *d);
void dense_load(dense *d, const csc *a);
/* The first column whose pivot (diagonal entry of U or R) is nothing but rounding error; n when there is none. */
int dense_lost_pivot(const dense *d);
void dense_scale(const dense *d, double *b); /* b_i *= row_scale_i */
