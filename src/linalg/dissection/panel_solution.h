/* panel_solution.h - solutions with factors L D L' by dense panels. Equations: panel_solution.c. */
#pragma once
#include "base/thread_pool.h"
#include "linalg/dissection/panel_plan.h"
#include "linalg/kernels/products.h"

/* Numbers of the factors: entries of L, the diagonal of D and what stands beside it where two rows are one pivot, and
 * the column of its panel that each pivot was. */
typedef struct {
    const panel_plan *plan;
    const products *products;
    double *l, *d, *e;
    int *pivot;
} panel_factors;

typedef struct panel_solution panel_solution;

/* The workers works at each solution; the numbers are the same to the last bit, however many they are. */
panel_solution *panel_solution_create(const panel_factors *panel_factors, workers workers);
void panel_solution_destroy(panel_solution *panel_solution);
/* x, in the order of elimination, becomes the solution. */
void panel_solution_find(panel_solution *panel_solution, double *x);
