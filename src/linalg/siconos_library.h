/* siconos_library.h - solvers of the library Siconos, loaded on first use. */
#pragma once
#include <stdbool.h>

/* Solver identifiers of the library. */
typedef enum {
    SICONOS_CPG = 203,
    SICONOS_LATIN = 204,
    SICONOS_LATIN_W = 205,
    SICONOS_NEWTON_MIN = 208,
    SICONOS_NEWTON_FB = 209,
    SICONOS_RPGS = 211,
} siconos_solver;

/* w = M z + q, complementary: M has n rows; z is the solution, w has space for 2 n numbers. */
typedef struct {
    int n;
    const double *M, *q;
    double *z, *w;
} siconos_problem;

bool siconos_library_open(void); /* false if it is missing */
/* Returns the status of the solver, 0 for success. `iterations` is the limit on entry and the number performed on
 * return. Requires siconos_library_open. */
int siconos_library_solve(siconos_solver by, const siconos_problem *siconos_problem, double tolerance, int *iterations);
