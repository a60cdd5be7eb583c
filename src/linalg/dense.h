/* dense.h - full matrices: functions shared by the dense solvers, and the solution of small systems. */
#pragma once
#include "linalg/csc.h"

/* B = R A C, stored by columns, with R and C such that the largest entries of rows and columns are near 1. */
typedef struct {
    int n;
    double *b; /* n x n */
    double *r, *c;
    double *work; /* 2 n */
} dense;

void dense_create(dense *d, int n);
void dense_destroy(dense *d);
void dense_load(dense *d, const csc *matrix);
/* Returns the first column whose pivot (diagonal entry of U) is no larger than rounding errors; n if there is none. */
int dense_lost_pivot(const dense *d);
void dense_scale(const dense *d, const double *s, double *x); /* x_i *= s_i */

/* Solves A X = B for a small system, by elimination with partial pivoting. Both are stored by rows, n x n and n x
 * columns. A is destroyed; X is returned in B and is not finite where A is singular. */
void dense_solve(int n, int columns, double *A, double *B);
