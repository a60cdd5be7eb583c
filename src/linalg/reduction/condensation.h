/* condensation.h - a matrix without the unknowns that a second equation gives away. Equations: condensation.c. */
#pragma once
#include "base/thread_pool.h"
#include "linalg/csc.h"

typedef struct condensation condensation;

/* NULL when the pattern has no such unknowns. */
condensation *condensation_create(const csc *matrix);
void condensation_destroy(condensation *condensation);
/* What is left; its values are those of the last condensation_factor. */
const csc *condensation_rest(const condensation *condensation);
/* The unknown of the whole matrix that a column of the rest stands for. */
int condensation_column(const condensation *condensation, int column);
/* Takes the values; the largest multiplier, which is what digits are lost by, or infinity when an unknown has no pivot:
 * the values are then of no use. */
double condensation_factor(condensation *condensation, const csc *matrix, workers by);
/* Right-hand side of the rest for one of the whole, and back. `b` has the whole size, `rest` that of the rest; b is
 * needed as it was by the way back. */
void condensation_reduce(const condensation *condensation, const double *b, double *rest);
void condensation_expand(const condensation *condensation, const double *rest, double *b);
/* The same for the transposed matrix. */
void condensation_reduce_transposed(const condensation *condensation, const double *b, double *rest);
void condensation_expand_transposed(const condensation *condensation, const double *rest, double *b);
