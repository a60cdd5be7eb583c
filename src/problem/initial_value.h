/* initial_value.h - the initial value problem: its block of the deck, and its solution.
 *
 *     initial assembly -> derivatives -> dummy steps -> output at the initial time -> steps
 *     restart file -> steps                                                                                    */
#pragma once
#include "integrator/integrator.h"
#include "nonlinear/nonlinear.h"
#include "problem/eigen.h"
#include "problem/real_time.h"
#include "problem/strategy.h"
#include "problem/threads.h"

typedef enum { ABORT_NEVER, ABORT_INPUT, ABORT_ASSEMBLY, ABORT_DERIVATIVES, ABORT_DUMMY_STEPS, ABORT_STEP } abort_after;

enum {
    SHOW_ITERATIONS = 1,
    SHOW_RESIDUAL = 2,
    SHOW_SOLUTION = 4,
    SHOW_JACOBIAN = 8,
    SHOW_MESSAGES = 16,
    SHOW_COUNTER = 32,
    SHOW_BAILOUT = 64,
    SHOW_MATRIX_CONDITION = 128,
    SHOW_SOLVER_CONDITION = 256,
    SHOW_CPU_TIME = 512,
};

/* Inverse dynamics: how the motion and the torques are given (inverse.h). */
typedef enum { INVERSE_COLLOCATED, INVERSE_NON_COLLOCATED, INVERSE_UNDERACTUATED, INVERSE_REDUNDANT } inverse_type;

typedef struct {
    double t0, t_end; /* t_end: HUGE_VAL for `forever`; NAN when not given */
    double dt, dt_min;
    const drive *longest; /* of the time steps; NULL: unlimited */
    bool has_dt;          /* given by a card */
    strategy strategy;
    integrator method;
    place method_where;
    bool enforce_constraints; /* with the scale in `step`, or 1 / dt */
    convergence step, derivatives;
    double derivatives_coefficient;
    bool derivatives_auto;
    int derivatives_auto_iterations;
    double derivatives_auto_factor;
    int dummy_steps;
    double dummy_ratio;
    convergence dummy;
    integrator dummy_method;
    const nonlinear_type *nonlinear;
    void *nonlinear_options;
    const linear_backend *linear; /* NULL: the best present one */
    linear_options linear_options;
    int assembly_threads;
    abort_after abort;
    int abort_step;
    unsigned show;
    const drive *show_meter;
    eigenanalysis *eigen; /* NULL: none */
    inverse_type inverse;
    double weights[3][2]; /* of positions, velocities, accelerations: by unit matrix, by mass */
    real_time clock;
    place where;
} initial_value;

initial_value *initial_value_create(arena *memory);
/* Reads the cards up to `end: initial value` (or `end: multistep`, its old name). */
void read_initial_value(reader *r, initial_value *p, const char *block);
const char *initial_value_card(int i); /* the name of card i of the block; NULL behind the last */

/* What the outside hears of a run; any may be NULL. */
typedef struct {
    void *to;
    bool (*begin)(void *to, const model *m, const state *s); /* the model is there: open files; false: cannot */
    void (*assembled)(void *to);                             /* the initial assembly is done */
    /* The derivatives at the start are there, and then the last dummy step. */
    void (*begun)(void *to, const state *s, const nonlinear_report *r);
    void (*step)(void *to, const state *s, const nonlinear_report *r); /* a step, or the initial state, is accepted */
    void (*message)(void *to, const char *text);                       /* a line for standard output */
    bool (*eigen)(void *to, const state *s, const eigen_result *r); /* an eigenanalysis is done; false: cannot go on */
    bool (*stop)(void *to);                                         /* asked after each step: end now? */
    bool (*keep)(void *to, archive *a); /* a restart file is due: write it; false: cannot go on */
} run_listener;

typedef struct {
    bool complete;
    double t;
    int steps;
    long iterations, jacobians;
    double error; /* sum of the residual errors */
} run_summary;

/* --- a solution under way ----------------------------------------------------------------------------------------- */

/* How a run is set up besides the deck. */
typedef struct {
    run_listener listen;
    diag *errors;            /* messages of the run */
    archive *resume;         /* restart file to go on from; NULL: from the beginning */
    const char *resume_name; /* for messages */
    place resume_where;      /* the card that asks for it, or nowhere */
    bool may_return;         /* snapshots will be taken */
    bool is_timed;           /* run_seconds will be asked for */
    long number;             /* tells runs of a model apart that come to lie at the same address */
} run_options;

typedef enum {
    RUN_GOES_ON, /* there is a next step */
    RUN_ENDED,   /* it is complete */
    RUN_FAILED,  /* after an error, which has been reported */
} run_status;

typedef struct run run;

/* The problem and the model are not changed; any number of runs may be at work on them. NULL after an error, which has
 * been reported. */
run *run_create(const initial_value *p, const model *m, const run_options *o);
void run_destroy(run *x);
/* From the deck to the initial state; then one accepted step at a time. */
run_status run_begin(run *x);
run_status run_advance(run *x);
/* The same, but the step ends at the given time at the latest. */
run_status run_advance_to(run *x, double until);
/* Ends it where it is: what is due at the end is done. */
run_status run_end(run *x);
/* Positions and velocities of nodes were changed from outside: finds momenta, accelerations and reactions that belong
 * to them, and the method begins anew. False after an error, which has been reported. */
bool run_reconsider(run *x);
/* The modes of the equations linearised at the present state (eigen.h); r NULL: no rotor. False after an error, which
 * has been reported. */
bool run_modes(run *x, const eigenanalysis *q, const rotor_blades *r, eigen_listener *report, void *to);
/* Modes of a component, at the present state (reduce.h). False after an error, which has been reported. */
struct reduce_options;
struct reduced;
bool run_reduce(run *x, const struct reduce_options *q, arena *memory, struct reduced *to);
/* How the solution of the last step answers to a small change of what acts on it (response.c). `w` is a copy of the
 * solution of the run, and `change` sets what acts on it to its value plus `by` times the change of unit size. */
typedef struct {
    void (*change)(void *to, solution *w, double by);
    void *to;
    double small; /* `by` that is small */
} response_to;
/* d: the change of the unknowns' corrections (solution_correct); false when the equations have no single answer. */
bool run_respond(const run *x, solution *w, const response_to *to, double *d);
bool run_is_over(const run *x);
solution *run_solution(run *x);
const run_summary *run_results(const run *x);
solver_seconds run_seconds(const run *x); /* what its solver has taken; zeros when it is not timed */

/* A point to return to, for a run created with may_return: exact to the bit. The first one allocates, the next ones
 * into the same snapshot copy. */
typedef struct snapshot snapshot;
snapshot *snapshot_create(const run *x);
void snapshot_destroy(snapshot *k);
/* Whether the run is set up like the one it was taken of: only then may it be renewed or returned to. */
bool snapshot_fits(const snapshot *k, const run *x);
void snapshot_take(snapshot *k, const run *x);
/* Of the same run, or of another one of the same problem and model. False after an error, which has been reported. */
bool snapshot_return(const snapshot *k, run *x);
/* Writes the state as a restart file holds it. */
void run_keep(archive *a, run *x);

/* From the beginning to the end; false after an error, which has been reported. */
bool initial_value_solve(const initial_value *p, const model *m, const run_options *o, run_summary *summary);
