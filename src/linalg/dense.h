/* dense.h - what the dense solvers share: the matrix spread out and scaled, and the test for a lost pivot. */
#pragma once
#include "linalg/csc.h"

/* B = R A C by columns, with R and C such that the largest entries of rows and columns are near 1. */
typedef struct {
    int n;
    double *b; /* n x n */
    double *r, *c;
    double norm1; /* of B */
    double *work; /* 2 n */
} dense;

void dense_create(dense *d, int n);
void dense_destroy(dense *d);
void dense_load(dense *d, const csc *a);
/* The first column whose pivot (diagonal entry of U) is nothing but rounding error; n when there is none. */
int dense_lost_pivot(const dense *d);
void dense_scale(const dense *d, const double *s, double *x); /* x_i *= s_i */
