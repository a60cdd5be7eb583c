/* pivot_order.h - the order of elimination: the pivot of each step, and the fill of each step. */
#pragma once
#include "linalg/csc.h"

/* Step k eliminates column[k] with row[k]. The rows below the pivot are lower[lower_start[k]] ..., the columns to its
 * right upper[upper_start[k]] ...: original numbers, in no particular order. */
typedef struct {
    int n;
    int *row, *column;
    int *lower_start, *lower;
    int *upper_start, *upper;
} pivot_order;

/* A pivot is at least `threshold` times the largest entry of its column; on the diagonal, `leniency` times that
 * suffices. The search is abandoned when all steps so far take more than `most_products`, unless `reconsider`, which is
 * called once, permits more. */
typedef struct {
    double threshold, leniency;
    double most_products;
    double (*reconsider)(const csc *matrix); /* NULL: never */
} pivot_rules;

/* Chooses pivots with little fill for the present values of `matrix`, whose rows have largest entries near 1. Returns
 * NULL if no pivot is left for some column, which is stored in *column, or if the search was abandoned: *column is then
 * -1. */
pivot_order *pivot_order_choose(const csc *matrix, const pivot_rules *rules, int *column);
double pivot_order_products(const pivot_order *pivot_order); /* multiplications of an elimination */
void pivot_order_destroy(pivot_order *pivot_order);
