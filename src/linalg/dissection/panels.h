/* panels.h - factors L D L' of a symmetric matrix by dense panels, in the order of a plan. Equations: panels.c. */
#pragma once
#include "base/thread_pool.h"
#include "linalg/dissection/panel_plan.h"

typedef struct panels panels;

/* For a matrix of n_entries entries (row, column), each once, of one half; the plan is that of their pattern. The
 * workers works at factors and solutions; the numbers are the same to the last bit, however many they are. */
panels *panels_create(const panel_plan *plan, int n_entries, const int *row, const int *column, workers workers);
void panels_destroy(panels *panels);
/* Bytes that the next factorisation takes: the first one takes them all. */
double panels_bytes(const panels *panels);
/* How far the factors can be trusted: pivots were large, or small beside others, or there was none. */
typedef enum { PANELS_GOOD, PANELS_DOUBTFUL, PANELS_SINGULAR } panels_status;
/* Factors the matrix with these values. */
panels_status panels_factor(panels *panels, const double *value);
/* b becomes the solution. */
void panels_solve(panels *panels, double *b);
