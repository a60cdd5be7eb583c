/* siconos_library.h - solvers of the library Siconos, loaded when they are first wanted. */
#pragma once
#include <stdbool.h>

/* Its numbers of them. */
typedef enum {
    SICONOS_CPG = 203,
    SICONOS_LATIN = 204,
    SICONOS_LATIN_W = 205,
    SICONOS_NEWTON_MIN = 208,
    SICONOS_NEWTON_FB = 209,
    SICONOS_RPGS = 211,
} siconos_solver;

/* w = M z + q, complementary: M of n rows; z is the solution, w space for 2 n numbers. */
typedef struct {
    int n;
    const double *M, *q;
    double *z, *w;
} siconos_problem;

bool siconos_library_open(void); /* false: it is not there */
/* After it was opened: its status, 0 for success. `iterations`: at most; then those that were made. */
int siconos_library_solve(siconos_solver by, const siconos_problem *siconos_problem, double tolerance, int *iterations);
