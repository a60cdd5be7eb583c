/* rank.h - rows of a sparse matrix that are combinations of the rows before them. */
#pragma once
#include "base/arena.h"

/* A matrix of any shape, by rows. */
typedef struct {
    int n_rows, n_columns;
    int *start; /* n_rows + 1: where each row begins */
    int *column;
    double *value;
} row_matrix;

/* Row `row` is the sum of the n rows `with`, each times a weight that is not zero; n = 0: the row is zero. */
typedef struct {
    int row, n;
    const int *others;
} dependence;

typedef struct {
    int rank;
    int n;                         /* rows that depend on rows before them */
    const dependence *dependences; /* n, in the order of the rows */
} rank_report;

/* Rows and columns are scaled to a largest entry near 1; what is then left of a row below `tolerance` is nothing. The
 * rows that the matrix has in `with` are the only ones before `row` that give it. Changes the values of the matrix. */
rank_report rank_of_rows(row_matrix *a, double tolerance, arena *memory);
