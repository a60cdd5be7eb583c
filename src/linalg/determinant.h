/* determinant.h - the determinant of a sparse matrix. */
#pragma once
#include "linalg/csc.h"

/* sign * exp(log); sign is 0 if the matrix is singular to working precision. */
typedef struct {
    int sign;
    double log;
} determinant;

determinant determinant_of(const csc *matrix);
