/* scaling.h - diagonal scaling of a sparse matrix: B = R A C, so that A x = b becomes B (C^-1 x) = R b. */
#pragma once
#include "linalg/csc.h"
#include "linalg/linear_options.h"

/* Finds R and C (n numbers each, powers of two) by the method and limits of the options. Requires space for 2 n numbers
 * in `work`. */
void scaling_find(const csc *matrix, const linear_options *options, double *r, double *c, double *work);
/* to = R A C, entry by entry. */
void scaling_apply(const csc *matrix, const double *r, const double *c, double *to);
/* Finds R and C that bring the largest entries of all rows and columns near 1, by a fixed number of iterations. */
void scaling_equilibrate(const csc *matrix, double *r, double *c, double *work);
