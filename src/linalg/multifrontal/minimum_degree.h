/* minimum_degree.h - pivots in an order of minimum degree, by KLU. */
#pragma once
#include "linalg/multifrontal/pivot_order.h"

/* Multiplications of an elimination with all pivots on the diagonal, by the pattern alone; HUGE_VAL when not known. */
double minimum_degree_products(const csc *matrix);
/* Pivots for the present values of `a`; those on the diagonal may be `threshold` times as large as the largest entry of
 * their column. NULL when no pivot is left for some column. */
pivot_order *minimum_degree_order(const csc *matrix, double threshold);
