/* rank.h - rows of a sparse matrix that are linear combinations of the rows before them. */
#pragma once
#include "linalg/csc.h"

/* A matrix of any shape, stored by rows. */
typedef struct {
    int n_rows, n_columns;
    int *start; /* n_rows + 1: index of the first entry of each row */
    int *column;
    double *value;
} row_matrix;

/* Returns the wanted rows of a matrix, in their order; row_of[i] becomes the row of the matrix that row i is. */
row_matrix matrix_rows(const csc *matrix, const bool *wanted, int *row_of, arena *memory);

/* Row `row` is the sum of the n rows `others`, each times a nonzero weight; n = 0: the row is zero. */
typedef struct {
    int row, n;
    const int *others;
} dependence;

typedef struct {
    int rank;
    int n;                         /* number of rows that depend on rows before them */
    const dependence *dependences; /* n, in the order of the rows */
} rank_report;

/* Rows and columns are scaled to a largest entry near 1; a remainder of a row below `tolerance` then counts as zero.
 * The rows in `others` are the unique combination of rows before `row` that gives it. Changes the values of the
 * matrix. */
rank_report rank_of_rows(row_matrix *a, double tolerance, arena *memory);
