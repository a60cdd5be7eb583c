/* correction.h - solutions of a nearly symmetric system by factors of its symmetric part. Equations: correction.c. */
#pragma once
#include "linalg/reduction/symmetry.h"

typedef struct correction correction;

correction *correction_create(int n);
void correction_destroy(correction *correction);

/* What is needed for a solution: the matrix and its symmetric half, and the solver of the latter, in place. */
typedef struct {
    const csc *matrix;
    const half_matrix *half;
    bool is_transposed;
    void (*solve)(void *solver, double *b);
    void *solver;
} nearly_symmetric;

/* Replaces b by the solution. Returns false if the corrections do not make it accurate. */
bool correction_solve(correction *correction, const nearly_symmetric *system, double *b);
