/* minimum_degree.h - pivots in an order of minimum degree, by KLU. */
#pragma once
#include "linalg/csc.h"
#include <stdbool.h>

/* Pivots row[k], column[k] for the present values of `a`; those on the diagonal may be `threshold` times as large as
 * the largest entry of their column. False when more than so many products are to be expected, or no pivot is left. */
bool minimum_degree_pivots(const csc *a, double threshold, double most_products, int *row, int *column);
