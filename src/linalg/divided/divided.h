/* divided.h - the solution of a linear system whose matrix is a sum over ranks: each has the entries of its elements.
 *
 * The factors are divided among the ranks as well; the solution is known to all of them. */
#pragma once
#include "linalg/divided/row_sums.h"
#include "linalg/linear_backend.h"

typedef struct divided divided;

/* The entries of this rank, with the numbers of the whole matrix; `whole` is the pattern of the latter. Both, and the
 * sums over ranks, must outlive it. */
divided *divided_create(const ranks *ranks, const csc *part, const csc *whole, row_sums *sums,
                        const linear_options *options);
void divided_destroy(divided *divided);
/* Factors the present values; the result is the same on all ranks. */
linear_status divided_factor(divided *divided);
/* Replaces b, which all ranks have, by the solution. */
void divided_solve(divided *divided, double *b);
/* y = A x, the same on all ranks. */
void divided_multiply(divided *divided, const double *x, double *y);
linear_products divided_products(const divided *divided);
long divided_count(const divided *divided); /* factorizations so far */
