/* condition.h - the condition number of a factored matrix, |A|_1 |A^-1|_1. */
#pragma once
#include "linalg/csc.h"

/* Computes it by one solution per column. Requires space for n numbers in `work`. */
double condition_exact(const csc *matrix, void (*solve)(void *self, double *b), void *self, double *work);
/* Estimates it by a few solutions. Requires space for 3 n numbers in `work`. */
double condition_estimate(const csc *matrix, void (*solve)(void *self, double *b),
                          void (*solve_transposed)(void *self, double *b), void *self, double *work);
