/* panels.h - factors L D L' of a symmetric matrix by dense panels, in the order of a plan. Equations: panels.c. */
#pragma once
#include "base/thread_pool.h"
#include "linalg/dissection/panel_plan.h"

typedef struct panels panels;

/* For a matrix with n_entries entries (row, column) of one half, each listed once; the plan is that of their pattern.
 * The workers take part in factorizations and solutions; the results are the same to the last bit for any number of
 * workers. */
panels *panels_create(const panel_plan *plan, int n_entries, const int *row, const int *column, workers workers);
void panels_destroy(panels *panels);
/* Returns the bytes that the next factorization allocates: the first one allocates all of them. */
double panels_bytes(const panels *panels);
/* Reliability of the factors: pivots were large, or small relative to others, or there was none. */
typedef enum { PANELS_GOOD, PANELS_DOUBTFUL, PANELS_SINGULAR } panels_status;
/* Factors the matrix with these values. */
panels_status panels_factor(panels *panels, const double *value);
/* Replaces b by the solution. */
void panels_solve(panels *panels, double *b);
