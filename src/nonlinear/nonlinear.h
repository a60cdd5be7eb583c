/* nonlinear.h - what every nonlinear solver provides; one row of nonlinear_solvers.def a solver.
 *
 * The problem: find the correction of a solution for which the residual passes its test. A step's c = h b0 is in the
 * state. All solvers share one loop (iterate.c): test the residual, correct, test the correction. */
#pragma once
#include "assembly/equations.h"

typedef enum { TEST_NONE, TEST_NORM, TEST_MINMAX, TEST_RELNORM, TEST_SEPNORM } test_kind;

typedef struct {
    double residual, solution; /* tolerances, of which both must be kept; 0: none */
    test_kind residual_test, solution_test;
    bool scale; /* rows of nodes by their scale factors */
    int max_iterations;
    bool at_most;              /* going on after max_iterations is no failure when the error has become smaller */
    bool continues;            /* max_iterations do not end iterations of which each divides the error by ten */
    bool modify_residual_test; /* rows by the rate of change of their unknowns */
    double constraint_scale;   /* > 0: constraint equations count as they are, times this, rather than divided by c */
} convergence;

typedef enum { SOLVED, NOT_CONVERGED, SINGULAR_MATRIX, NOT_FINITE, SEVERITY_ERROR, ENDED, OUT_OF_TIME } outcome;

typedef struct {
    int iterations, jacobians;
    double first_error, residual_error, solution_error;
    bool by_solution;   /* a test of the correction ended it */
    int column;         /* without pivot, when SINGULAR_MATRIX */
    bool ends;          /* a test of the solver's own was passed by the correction */
    bool is_partial;    /* the correction is shorter than the solver wanted it: its size says nothing */
    const char *reason; /* why it did not converge, when the solver knows; or NULL */
} nonlinear_report;

/* What the outside is notified of the iterations; any may be NULL. */
typedef struct {
    void *context;
    void (*residual)(void *to, const equations *equations, const nonlinear_report *report, bool new_jacobian);
    void (*jacobian)(void *to, const equations *equations); /* a new matrix is there */
    void (*factored)(void *to, const equations *equations); /* and can be used */
    void (*solution)(void *to, const equations *equations, const nonlinear_report *report);
    void (*note)(void *to, const char *line);
} iteration_observer;

/* Elements that talk to peers between corrections. */
typedef struct {
    void *context;
    const exchange_status *status; /* what is to follow the next correction */
    void (*exchange)(void *to);    /* the state was corrected */
} coupling;

/* What a solver is given. */
typedef struct {
    equations *equations;
    solution *solution;
    const convergence *test;
    const iteration_observer *observer;
    nonlinear_report *report;
    const coupling *couple; /* NULL: nobody talks */
    double deadline;        /* clock_seconds after which no correction is begun; 0: none */
} task;

typedef struct nonlinear_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size; /* of its options */
    void (*read)(reader *reader, void *options);
    /* What one solution leaves for the next: bytes for n unknowns, which lie in the solution and begin as zeros. */
    size_t (*memory)(const void *options, int n);
    /* Keyword of the linear solver that it asks for; NULL: that of the deck. */
    const char *(*linear)(const void *options);
    bool (*reuses)(const void *options); /* a Jacobian matrix may outlive the solution it was made for */
    bool (*valid)(const void *options, const void *memory); /* as in memory.h; NULL: always */
    /* The solver at work: options, memory, and arrays for n unknowns. */
    void *(*prepare)(const void *options, void *memory, int n, arena *arrays);
    outcome (*solve)(void *self, const task *task);
    void (*invalidate)(void *self); /* the Jacobian kept from earlier steps is no longer good */
} nonlinear_type;

extern const nonlinear_type *const nonlinear_types[];
extern const int nonlinear_type_count;
const nonlinear_type *nonlinear_type_find(const char *keyword);

/* The error of the residual at hand, and of the correction at hand, under their tests. */
double residual_error(const convergence *convergence, const equations *equations, const state *state);
double solution_error(const convergence *convergence, const equations *equations, const state *state);

/* The loop. `renews` says whether the next correction will use a new Jacobian; `correct` moves the solution and leaves
 * the residual of the new state in a->r and the correction in a->d. */
typedef struct {
    bool (*renews)(const void *self, const task *task);
    outcome (*correct)(void *self, const task *task);
    bool residual_suffices; /* a residual that passes is the end, whatever the correction */
} iteration;

outcome iterate(const iteration *how, void *self, const task *task);
/* The residual after so many corrections; with the Jacobian when, going by the last solution, a correction will follow
 * that renews it. */
void task_residual(const task *task, int corrections, bool renews);

/* --- Jacobian matrices that live longer than an iteration --------------------------------------------------------- */

/* The options `true` and `modified, ...`. */
typedef struct {
    bool modified;
    int iterations;      /* made with one matrix */
    bool serialize;      /* across steps */
    bool honor_requests; /* renew it when elements are switched on or off */
} jacobian_reuse;

/* The matrix at hand. */
typedef struct {
    int is_there;
    double c;     /* it was made with */
    int counters; /* corrections since */
    int active;   /* elements that were switched on */
    double error; /* before the last correction */
} jacobian_memory;

void read_jacobian_reuse(reader *reader, jacobian_reuse *to);
bool jacobian_due(const jacobian_reuse *reuse, const jacobian_memory *now, const task *task);
/* Makes and factors it when it is due; counts a use. */
outcome jacobian_ready(const jacobian_reuse *reuse, jacobian_memory *now, const task *task);
