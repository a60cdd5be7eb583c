/* prescribed.h - a symmetric matrix without its prescribed unknowns. Equations: prescribed.c. */
#pragma once
#include "linalg/csc.h"
#include "linalg/reduction/symmetry.h"

typedef struct prescribed prescribed;

prescribed *prescribed_create(const half_matrix *h);
void prescribed_destroy(prescribed *prescribed);
/* What is left: its pattern, whole and without values, and its entries on one side of the diagonal. */
const csc *prescribed_core(const prescribed *prescribed);
int prescribed_entries(const prescribed *prescribed, const int **row, const int **column);
/* Loads the values of these entries; false when the coefficient of a prescribed unknown is zero. */
bool prescribed_load(prescribed *prescribed, const half_matrix *h, workers workers);
double *prescribed_values(const prescribed *prescribed);
/* Right-hand side of the core for one of the whole, and back. */
void prescribed_reduce(prescribed *prescribed, const half_matrix *h, const double *b, double *core);
void prescribed_expand(const prescribed *prescribed, const half_matrix *h, const double *core, double *b);
/* The unknown of the whole matrix that a column of the core stands for. */
int prescribed_column(const prescribed *prescribed, int column);
