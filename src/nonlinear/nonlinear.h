/* nonlinear.h - the contract of nonlinear solvers; each solver has one row of nonlinear_solvers.def.
 *
 * The problem: find the correction of a solution for which the residual passes its test. The state contains c = h b0 of
 * the step. All solvers share one loop (iterate.c): test the residual, correct, test the correction. */
#pragma once
#include "assembly/equations.h"
#include "nonlinear/renewal.h"

typedef enum { TEST_NONE, TEST_NORM, TEST_MINMAX, TEST_RELNORM, TEST_SEPNORM } test_kind;

typedef struct {
    double residual, solution; /* tolerances, both of which must be met; 0: not tested */
    test_kind residual_test, solution_test;
    bool scale; /* rows of nodes are scaled by their scale factors */
    int max_iterations;
    bool at_most;              /* reaching max_iterations is not a failure if the error has decreased */
    bool continues;            /* iterations continue beyond max_iterations while each divides the error by ten */
    bool counts;               /* the number of iterations determines the length of the next step */
    bool modify_residual_test; /* rows are scaled by the rate of change of their unknowns */
    double constraint_scale;   /* > 0: constraint equations are multiplied by this factor instead of divided by c */
} convergence;

typedef enum { SOLVED, NOT_CONVERGED, SINGULAR_MATRIX, NOT_FINITE, EVALUATION_FAILED, ENDED, OUT_OF_TIME } outcome;

typedef struct {
    int iterations, jacobians;
    int polishes; /* corrections after the residual has passed */
    double first_error, residual_error, solution_error;
    bool by_solution;   /* the test of the correction ended the iterations */
    bool by_rounding;   /* the error is above the tolerance, but consists of rounding errors */
    int column;         /* column without a pivot, if SINGULAR_MATRIX */
    bool ends;          /* the correction passed a test of the solver itself */
    bool is_partial;    /* the correction is shorter than the solver intended, so its size is not tested */
    const char *reason; /* why it did not converge, if the solver knows; otherwise NULL */
} nonlinear_report;

/* Callbacks for the iterations; any may be NULL. */
typedef struct {
    void *context;
    void (*residual)(void *to, const equations *equations, const nonlinear_report *report, bool new_jacobian);
    void (*jacobian)(void *to, const equations *equations); /* a new matrix has been evaluated */
    void (*factored)(void *to, const equations *equations); /* and factored */
    void (*solution)(void *to, const equations *equations, const nonlinear_report *report);
    void (*note)(void *to, const char *line);
} iteration_observer;

/* Elements that exchange data with peers between corrections. */
typedef struct {
    void *context;
    const exchange_status *status; /* what follows the next correction */
    void (*exchange)(void *to);    /* called after a correction of the state */
} coupling;

/* The arguments of a solver. */
typedef struct {
    equations *equations;
    solution *solution;
    const convergence *test;
    const iteration_observer *observer;
    nonlinear_report *report;
    const coupling *couple; /* NULL if there are no peers */
    double deadline;        /* clock_seconds after which no correction is started; 0: none */
} task;

typedef struct nonlinear_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size; /* of its options */
    void (*read)(reader *reader, void *options);
    /* Memory from one solution to the next: bytes for n unknowns, stored in the solution and initially zero. */
    size_t (*memory)(const void *options, int n);
    /* Keyword of the linear solver that it requires; NULL: that of the deck. */
    const char *(*linear)(const void *options);
    bool (*reuses)(const void *options, int n);             /* a Jacobian matrix may be reused in later solutions */
    bool (*valid)(const void *options, const void *memory); /* as in memory.h; NULL: always */
    /* Creates the solver from options, memory, and arrays for n unknowns. */
    void *(*prepare)(const void *options, void *memory, int n, arena *arrays);
    outcome (*solve)(void *self, const task *task);
    void (*invalidate)(void *self); /* marks the Jacobian kept from earlier steps as invalid */
} nonlinear_type;

extern const nonlinear_type *const nonlinear_types[];
extern const int nonlinear_type_count;
const nonlinear_type *nonlinear_type_find(const char *keyword);

/* Return the error of the present residual and of the present correction, measured by their tests. */
double residual_error(const convergence *convergence, const equations *equations, const state *state);
double solution_error(const convergence *convergence, const equations *equations, const state *state);

/* The loop. `renews` tells whether the next correction will use a new Jacobian; `correct` moves the solution and leaves
 * the residual of the new state in equations->r and the correction in equations->d. */
typedef struct {
    bool (*renews)(const void *self, const task *task);
    outcome (*correct)(void *self, const task *task);
    /* Tells whether another correction, cheap and inexact, follows although the residual passes; NULL: never. */
    bool (*polishes)(const void *self, const task *task);
    bool residual_suffices; /* a residual that passes ends the iterations, whatever the correction */
} iteration;

outcome iterate(const iteration *how, void *self, const task *task);
/* Evaluates the residual after the given number of corrections; also the Jacobian if, judging by the last solution, a
 * correction will follow that renews it. */
void task_residual(const task *task, int corrections, bool renews);
/* Tells whether only rounding errors prevent the present residual from passing its test, also in the report. */
bool task_is_rounding(const task *task);

/* --- Jacobian matrices that outlive an iteration ------------------------------------------------------------------ */

/* The options `true` and `modified, ...`. */
typedef struct {
    bool modified;
    int iterations;      /* number of iterations with one matrix */
    bool across_steps;   /* keep the matrix across steps */
    bool honor_requests; /* renew it when elements are activated or deactivated */
    bool adapts;         /* keep it as long as that pays (renewal.h), in this iteration and in others */
    bool is_true;        /* always renew it; if the deck says nothing, it is kept in large models, as if `adapts` */
} jacobian_reuse;

/* The present matrix. */
typedef struct {
    int is_there;
    double c;     /* value of c in the matrix */
    int uses;     /* number of corrections since */
    int active;   /* number of active elements */
    double error; /* before the last correction */
    renewal renewal;
} jacobian_memory;

void read_jacobian_reuse(reader *reader, jacobian_reuse *to);
bool jacobian_due(const jacobian_reuse *reuse, const jacobian_memory *now, const task *task);
/* Evaluates and factors the matrix if it is due; counts a use. */
outcome jacobian_ready(const jacobian_reuse *reuse, jacobian_memory *now, const task *task);
/* Evaluates and factors the matrix. */
outcome jacobian_renew(const jacobian_reuse *reuse, jacobian_memory *now, const task *task);
