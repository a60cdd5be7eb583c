/* prescribed.h - a symmetric matrix without its prescribed unknowns. Equations: prescribed.c. */
#pragma once
#include "linalg/csc.h"
#include "linalg/reduction/symmetry.h"

typedef struct prescribed prescribed;

prescribed *prescribed_create(const half_matrix *h);
void prescribed_destroy(prescribed *prescribed);
/* The remaining matrix: its whole pattern without values, and its entries on one side of the diagonal. */
const csc *prescribed_core(const prescribed *prescribed);
int prescribed_entries(const prescribed *prescribed, const int **row, const int **column);
/* Loads the values of these entries. Returns false if the coefficient of a prescribed unknown is zero. */
bool prescribed_load(prescribed *prescribed, const half_matrix *h, workers workers);
double *prescribed_values(const prescribed *prescribed);
/* The right-hand side of the core from that of the whole, and back. */
void prescribed_reduce(prescribed *prescribed, const half_matrix *h, const double *b, double *core);
void prescribed_expand(const prescribed *prescribed, const half_matrix *h, const double *core, double *b);
/* Returns the unknown of the whole matrix that corresponds to a column of the core. */
int prescribed_column(const prescribed *prescribed, int column);
