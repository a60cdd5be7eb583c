/* condensed.h - solutions by way of the matrix without its momenta. Equations: condensed.c. */
#pragma once
#include "base/thread_pool.h"
#include "linalg/csc.h"
#include <stdbool.h>

typedef struct condensed condensed;

/* The workers takes values. */
condensed *condensed_create(const csc *matrix, workers by);
void condensed_destroy(condensed *condensed);
/* The matrix that is to be factored: `a` itself when it has no momenta, or they were given up. */
const csc *condensed_rest(const condensed *condensed, const csc *matrix);
bool condensed_is_smaller(const condensed *condensed); /* the rest is */
void condensed_give_up(condensed *condensed);          /* it is `a` from now on */
/* Takes the values. False: momenta have no pivots, and have been given up. */
bool condensed_take(condensed *condensed, const csc *matrix);
/* The unknown of `a` that a column of the rest stands for. */
int condensed_column(const condensed *condensed, int column);

/* Solves with the rest, in place. */
typedef void rest_solver(void *to, double *rest);
void condensed_solve(condensed *condensed, double *b, rest_solver *solve, void *to);
void condensed_solve_transposed(condensed *condensed, double *b, rest_solver *solve, void *to);
