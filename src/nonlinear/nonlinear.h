/* nonlinear.h - what every nonlinear solver provides; one row of nonlinear_solvers.def a solver.
 *
 * The problem: find the correction of a solution for which the residual passes its test. A step's c = h b0 is in the state. */
#pragma once
#include "assembly/equations.h"

typedef enum { TEST_NONE, TEST_NORM, TEST_MINMAX, TEST_RELNORM, TEST_SEPNORM } test_kind;

typedef struct {
    double residual, solution;         /* tolerances; solution 0: not tested */
    test_kind residual_test, solution_test;
    bool scale;
    int max_iterations;
    bool at_most;                      /* going on after max_iterations is no failure */
    bool modify_residual_test;
} convergence;

typedef enum { SOLVED, NOT_CONVERGED, SINGULAR_MATRIX, NOT_FINITE, FAULT, ENDED } outcome;

typedef struct {
    int iterations, jacobians;
    double residual_error, solution_error;
    bool by_solution;                  /* the solution test ended it */
    int column;                        /* without pivot, when SINGULAR_MATRIX */
} nonlinear_report;

/* Called after every iteration, for `output: iterations` and the like; may be NULL. */
typedef struct {
    void (*iteration)(void *to, const equations *a, const solution *u, const nonlinear_report *r, bool new_jacobian);
    void *to;
} iteration_listener;

typedef struct nonlinear_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    void (*read)(reader *r, void *self);
    outcome (*solve)(void *self, equations *a, solution *u, const convergence *test, const iteration_listener *listen,
                     nonlinear_report *report);
    void (*forget)(void *self);        /* the Jacobian kept from earlier steps is no longer good; may be NULL */
} nonlinear_type;

extern const nonlinear_type *const nonlinear_types[];
extern const int nonlinear_type_count;
const nonlinear_type *nonlinear_type_find(const char *keyword);

/* The error of a vector under a test (norm, minmax; relnorm and sepnorm need the sums of magnitudes, see test.c). */
double test_error(const convergence *c, const equations *a, const double *r);
double solution_error(const convergence *c, const equations *a, const double *d);
