/* condition.h - estimate of the condition number of a factored matrix. */
#pragma once
#include "linalg/csc.h"

/* Estimates |A|_1 |A^-1|_1 by a few solutions. Requires space for 3 n numbers in `work`. */
double condition_estimate(const csc *matrix, void (*solve)(void *self, double *b),
                          void (*solve_transposed)(void *self, double *b), void *self, double *work);
