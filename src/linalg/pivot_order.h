/* pivot_order.h - the order of elimination: which entry is the pivot of each step, and what each step fills. */
#pragma once
#include "linalg/csc.h"

/* Step k eliminates column[k] with row[k]. Below the pivot stand the rows lower[lower_start[k]] ..., to its right
 * the columns upper[upper_start[k]] ...: original numbers, in no particular order. */
typedef struct {
    int n;
    int *row, *column;
    int *lower_start, *lower;
    int *upper_start, *upper;
} pivot_order;

/* Chooses pivots for the present values of `a`, whose rows have largest entries near 1. A pivot is at least `threshold`
 * times the largest entry of its column, on the diagonal `leniency` times that, and among those one that fills little.
 * Returns NULL when no pivot is left for some column, which is then told. */
pivot_order *pivot_order_choose(const csc *a, double threshold, double leniency, int *column);
/* The order with these pivots; NULL when one of them is zero. */
pivot_order *pivot_order_follow(const csc *a, const int *row, const int *column);
double pivot_order_products(const pivot_order *p); /* multiplications of an elimination */
void pivot_order_destroy(pivot_order *p);
