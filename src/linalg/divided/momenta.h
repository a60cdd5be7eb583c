/* momenta.h - a matrix in parts, without the unknowns that a second equation eliminates. Equations: momenta.c. */
#pragma once
#include "linalg/csc.h"
#include "linalg/divided/row_sums.h"

typedef struct momenta momenta;

/* For the pattern of the whole matrix and of the part of this rank. Returns NULL if it has too few such unknowns. */
momenta *momenta_create(const csc *whole, const csc *part);
void momenta_destroy(momenta *momenta);
/* Returns the part of this rank in the remaining matrix; its values are those of the last momenta_load. */
const csc *momenta_rest(const momenta *momenta);
/* Returns the pattern of the whole remaining matrix, with start and row to be freed. */
csc momenta_whole_rest(const momenta *momenta, const csc *whole);
/* Loads the values. Returns the largest multiplier, or infinity if an unknown has no pivot. */
double momenta_load(momenta *momenta, const csc *part, row_sums *sums);
/* The right-hand side of the rest from that of the whole, and the solution of the whole from that of the rest and the
 * original b. */
void momenta_reduce(const momenta *momenta, const double *b, double *rest);
void momenta_expand(const momenta *momenta, const csc *part, row_sums *sums, const double *rest, double *b);
