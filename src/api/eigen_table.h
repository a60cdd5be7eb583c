/* eigen_table.h - the modes of an eigenanalysis as a table for people. */
#pragma once
#include "problem/eigen.h"

/* Zeros come in chains of two (rigid motions) and three (constraints): rounding leaves this much of them, times 1/c. */
#define EIGEN_ZERO 1e-4

/* A mode of those found. */
typedef struct {
    int which;
    double re, im;
} eigen_row;

/* Those to be listed, by frequency: neither zero nor infinite, one of each conjugate pair; `rows` has space for all
 * that were chosen. *n_left_out is the number of the others but the conjugates. */
int eigen_rows(const eigen_result *result, eigen_row *rows, int *n_left_out);
/* The diagonal of the box around the nodes; 1 when it has none. */
double eigen_size_of_model(const model *model, const state *state);

/* Frequency, damping and the nodes that move most, by rising frequency; one row a pair of complex eigenvalues. */
void eigen_table(const model *model, const state *state, const eigen_result *result, text *to);
