/* panel_solution.h - solutions with factors L D L' or L D U by dense panels. Equations: panel_solution.c. */
#pragma once
#include "base/thread_pool.h"
#include "linalg/dissection/panel_plan.h"
#include "linalg/kernels/products.h"

/* Factors: the entries of L and U', which are the same if the matrix is symmetric, the diagonal of D and its
 * off-diagonal entries where two rows form one pivot, and the row within its panel that each pivot came from: also its
 * column if the matrix is symmetric. */
typedef struct {
    const panel_plan *plan;
    const products *products;
    bool is_symmetric;
    double *side[2], *d, *e;
    int *pivot;
} panel_factors;

typedef struct panel_solution panel_solution;

/* The workers take part in each solution; the results are the same to the last bit for any number of workers. */
panel_solution *panel_solution_create(const panel_factors *panel_factors, workers workers);
void panel_solution_destroy(panel_solution *panel_solution);
/* Replaces x, in the elimination order, by the solution with the factors or with their transposes. */
void panel_solution_find(panel_solution *panel_solution, double *x, bool is_transposed);
