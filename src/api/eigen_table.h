/* eigen_table.h - the modes of an eigenanalysis as a readable table. */
#pragma once
#include "problem/eigen.h"

/* Zeros come in chains of two (rigid motions) and three (constraints): with rounding they are below this, times 1/c. */
#define EIGEN_ZERO 1e-4

/* One of the modes found. */
typedef struct {
    int which;
    double re, im;
} eigen_row;

/* Selects the modes to be listed, by frequency: neither zero nor infinite, one of each conjugate pair. `rows` must have
 * space for all modes of the result. *n_left_out receives the number of modes omitted, not counting conjugates. */
int eigen_rows(const eigen_result *result, eigen_row *rows, int *n_left_out);
/* Diagonal of the box around the nodes; 1 if it is zero. */
double eigen_size_of_model(const model *model, const state *state);

/* Writes frequency, damping and the nodes that move most, by increasing frequency; one row per pair of complex
 * eigenvalues. */
void eigen_table(const model *model, const state *state, const eigen_result *result, text *to);
