/* dense.h - full matrices: what the dense solvers share, and the solution of a few equations. */
#pragma once
#include "linalg/csc.h"

/* B = R A C by columns, with R and C such that the largest entries of rows and columns are near 1. */
typedef struct {
    int n;
    double *b; /* n x n */
    double *r, *c;
    double *work; /* 2 n */
} dense;

void dense_create(dense *d, int n);
void dense_destroy(dense *d);
void dense_load(dense *d, const csc *matrix);
/* The first column whose pivot (diagonal entry of U) is nothing but rounding error; n when there is none. */
int dense_lost_pivot(const dense *d);
void dense_scale(const dense *d, const double *s, double *x); /* x_i *= s_i */

/* A X = B for a few equations, by elimination with partial pivoting. Both by rows, n x n and n x columns; A is
 * destroyed, X is in B, and not finite where A is singular. */
void dense_solve(int n, int columns, double *A, double *B);
