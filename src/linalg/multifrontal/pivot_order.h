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

/* A pivot is at least `threshold` times the largest entry of its column, on the diagonal `leniency` times that. The
 * search is given up when all steps so far take more than `most_products`, unless `reconsider`, asked once, allows
 * more.
 */
typedef struct {
    double threshold, leniency;
    double most_products;
    double (*reconsider)(const csc *matrix); /* NULL: never */
} pivot_rules;

/* Chooses pivots that fill little, for the present values of `a`, whose rows have largest entries near 1. Returns NULL
 * when no pivot is left for some column, which is then told, or when it was given up: the column told is then -1. */
pivot_order *pivot_order_choose(const csc *matrix, const pivot_rules *rules, int *column);
double pivot_order_products(const pivot_order *pivot_order); /* multiplications of an elimination */
void pivot_order_destroy(pivot_order *pivot_order);
