/* condensed.h - solutions by means of the matrix without its momenta. Equations: condensed.c. */
#pragma once
#include "base/thread_pool.h"
#include "linalg/csc.h"
#include <stdbool.h>

typedef struct condensed condensed;

/* The workers load the values. */
condensed *condensed_create(const csc *matrix, workers by);
void condensed_destroy(condensed *condensed);
/* Returns the matrix to be factored: `matrix` itself if it has no momenta, or if their reduction was abandoned. */
const csc *condensed_rest(const condensed *condensed, const csc *matrix);
bool condensed_is_smaller(const condensed *condensed); /* whether the rest is smaller */
void condensed_give_up(condensed *condensed);          /* abandons the reduction: the rest is `matrix` from now on */
/* Loads the values. Returns false if momenta have no pivots; the reduction has then been abandoned. */
bool condensed_take(condensed *condensed, const csc *matrix);
/* Returns the unknown of the matrix that corresponds to a column of the rest. */
int condensed_column(const condensed *condensed, int column);

/* Solves with the rest, in place. */
typedef void rest_solver(void *to, double *rest);
void condensed_solve(condensed *condensed, double *b, rest_solver *solve, void *to);
void condensed_solve_transposed(condensed *condensed, double *b, rest_solver *solve, void *to);
