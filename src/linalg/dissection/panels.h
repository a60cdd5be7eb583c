/* panels.h - factors of a matrix with a symmetric pattern by dense panels, in the order of a plan: L D L' or L D U.
 * Equations: panels.c. */
#pragma once
#include "base/thread_pool.h"
#include "linalg/dissection/panel_plan.h"

typedef struct panels panels;

/* Entries of a matrix, each listed once: those of one half if it is symmetric, otherwise all. */
typedef struct {
    int n;
    const int *row, *column;
    bool is_symmetric;
} panel_entries;

/* The plan is that of the pattern of the entries and their mirror images. The workers take part in factorizations and
 * solutions; the results are the same to the last bit for any number of workers. */
panels *panels_create(const panel_plan *plan, const panel_entries *entries, workers workers);
void panels_destroy(panels *panels);
/* Returns the bytes that the next factorization allocates: the first one allocates all of them. */
double panels_bytes(const panels *panels);
/* Reliability of the factors: pivots were large, or small relative to others, or there was none. */
typedef enum { PANELS_GOOD, PANELS_DOUBTFUL, PANELS_SINGULAR } panels_status;
/* Factors the matrix with these values. */
panels_status panels_factor(panels *panels, const double *value);
/* Replaces b by the solution. */
void panels_solve(panels *panels, double *b);
void panels_solve_transposed(panels *panels, double *b);
