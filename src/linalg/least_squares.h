/* least_squares.h - the shortest x that minimizes |A x - b|, for a small full matrix of any shape and rank. */
#pragma once

int least_squares_work(int columns); /* size of the workspace, in numbers */
/* A is stored by columns and destroyed. */
void least_squares(int rows, int columns, double *A, const double *b, double *x, double *work);
