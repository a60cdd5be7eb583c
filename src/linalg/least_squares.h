/* least_squares.h - the shortest x with the least |A x - b|, of a small full matrix of any shape and rank. */
#pragma once

int least_squares_work(int columns); /* numbers of work */
/* A by columns, which are lost. */
void least_squares(int rows, int columns, double *A, const double *b, double *x, double *work);
