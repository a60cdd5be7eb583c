/* prescribed.h - a matrix without its prescribed unknowns. Equations: prescribed.c. */
#pragma once
#include "base/thread_pool.h"
#include "linalg/csc.h"

typedef struct prescribed prescribed;

/* Returns NULL if the pattern has no prescribed unknowns. */
prescribed *prescribed_create(const csc *matrix);
void prescribed_destroy(prescribed *prescribed);
/* Returns the remaining matrix; its values are those of the last prescribed_load. */
const csc *prescribed_core(const prescribed *prescribed);
/* Loads the values. Returns false if they do not determine the prescribed unknowns. */
bool prescribed_load(prescribed *prescribed, const csc *matrix, workers workers);
/* The right-hand side of the core from that of the whole, b, which is changed, and the solution of the whole from that
 * of the core and this b; the same for the transposed matrix. */
void prescribed_reduce(prescribed *prescribed, double *b, double *core);
void prescribed_expand(const prescribed *prescribed, const double *core, double *b);
void prescribed_reduce_transposed(prescribed *prescribed, double *b, double *core);
void prescribed_expand_transposed(const prescribed *prescribed, const double *core, double *b);
/* Returns the unknown of the whole matrix that corresponds to a column of the core. */
int prescribed_column(const prescribed *prescribed, int column);
