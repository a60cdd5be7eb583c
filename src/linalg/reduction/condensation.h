/* condensation.h - a matrix without the unknowns that a second equation eliminates. Equations: condensation.c. */
#pragma once
#include "base/thread_pool.h"
#include "linalg/csc.h"

typedef struct condensation condensation;

/* Returns NULL if the pattern has no such unknowns. */
condensation *condensation_create(const csc *matrix);
void condensation_destroy(condensation *condensation);
/* Returns the remaining matrix; its values are those of the last condensation_factor. */
const csc *condensation_rest(const condensation *condensation);
/* Returns the unknown of the whole matrix that corresponds to a column of the rest. */
int condensation_column(const condensation *condensation, int column);
/* Loads the values. Returns the largest multiplier, which determines the loss of digits, or infinity if an unknown has
 * no pivot: the values are then unusable. */
double condensation_factor(condensation *condensation, const csc *matrix, workers by);
/* condensation_reduce computes the right-hand side of the rest from that of the whole, condensation_expand the solution
 * of the whole from that of the rest. `b` has the size of the whole matrix, `rest` that of the rest.
 * condensation_expand needs the original b. */
void condensation_reduce(const condensation *condensation, const double *b, double *rest);
void condensation_expand(const condensation *condensation, const double *rest, double *b);
/* The same for the transposed matrix. */
void condensation_reduce_transposed(const condensation *condensation, const double *b, double *rest);
void condensation_expand_transposed(const condensation *condensation, const double *rest, double *b);
