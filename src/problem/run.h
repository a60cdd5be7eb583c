/* run.h - the solution of a problem in progress: from the deck to the first solution, then one step at a time. */
#pragma once
#include "base/ranks.h"
#include "problem/problem.h"

/* Callbacks by which a run notifies its caller; any may be NULL. */
typedef struct {
    void *context;
    /* the model is complete: open files; returns false on failure */
    bool (*begin)(void *to, const model *model, const state *state);
    void (*assembled)(void *to); /* the initial assembly is done */
    /* The derivatives at the start are known; called again after the last dummy step. */
    void (*begun)(void *to, const state *state, const nonlinear_report *report);
    void (*step)(void *to, const state *state,
                 const nonlinear_report *report); /* a step, or the initial state, is accepted */
    void (*message)(void *to, const char *text);  /* a line for standard output */
    bool (*eigen)(void *to, const state *state,
                  const eigen_result *result);     /* an eigenanalysis is done; returns false on failure */
    bool (*stop)(void *to);                        /* called after each step: end now? */
    bool (*serialize)(void *to, archive *archive); /* a restart file is due: write it; returns false on failure */
} run_observer;

typedef struct {
    bool complete;
    double t;
    int steps;
    long iterations, jacobians;
    double error; /* sum of the residual errors */
} run_summary;

/* Options of a run besides the deck. */
typedef struct {
    run_observer observer;
    diag *errors;                 /* messages of the run */
    archive *resume;              /* restart file to continue from; NULL: start from the beginning */
    const char *resume_name;      /* for messages */
    source_location resume_where; /* card that requests it, or nowhere */
    bool may_restore;             /* snapshots will be taken */
    bool is_timed;                /* run_seconds will be called */
    const ranks *ranks;           /* of an MPI job that solve together; NULL: this process is alone */
    long number;                  /* distinguishes runs of a model that are allocated at the same address */
} run_options;

/* The problem and the model are not changed; any number of runs may use them. Returns NULL after reporting an error. */
run *run_create(const problem *problem, const model *model, const run_options *options);
void run_destroy(run *run);
/* run_begin leads from the deck to the initial state, run_advance performs one accepted step. */
run_status run_begin(run *run);
run_status run_advance(run *run);
/* Does the same, but the step ends at the given time at the latest. */
run_status run_advance_to(run *run, double until);
/* Ends the run at the present state and performs what is due at the end. */
run_status run_end(run *run);
/* Serializes the state as in a restart file, if the type of the problem has restart files. */
void run_save(archive *archive, run *run);
/* Solves from the beginning to the end. Returns false after reporting an error. */
bool problem_solve(const problem *problem, const model *model, const run_options *options, run_summary *summary);

/* To be called after positions and velocities of nodes were changed by the caller: finds consistent momenta,
 * accelerations and reactions, and restarts the method. Returns false after reporting an error. */
bool run_reconsider(run *run);
/* Finds the modes of the equations linearized at the present state (eigen.h). `rotor_blades` is NULL if there is no
 * rotor. Returns false after reporting an error. */
bool run_modes(run *run, const eigenanalysis *eigenanalysis, const rotor_blades *rotor_blades, eigen_observer *report,
               void *to);
/* Finds the modes of a component at the present state (reduce.h). Returns false after reporting an error. */
struct reduce_options;
struct reduced;
bool run_reduce(run *run, const struct reduce_options *options, arena *memory, struct reduced *to);
/* The response of the solution of the last step to a small change of a load (response.c). `change` receives a copy of
 * the solution of the run and sets the load to its value plus `by` times the change of unit size. */
typedef struct {
    void (*change)(void *to, solution *solution, double by);
    void *context;
    double small; /* a value of `by` that is small */
} response_to;
/* Sets d to the change of the corrections of the unknowns (solution_correct). Returns false if the equations have no
 * unique solution. */
bool run_respond(const run *run, solution *solution, const response_to *to, double *d);

bool run_is_over(const run *run);
solution *run_solution(run *run);
const run_summary *run_results(const run *run);
solver_seconds run_seconds(const run *run); /* time spent in its solver; zeros if the run is not timed */

/* A state to return to, exact to the last bit, for a run created with may_restore. The first snapshot allocates; later
 * ones into the same snapshot only copy. */
typedef struct snapshot snapshot;
snapshot *snapshot_create(const run *run);
void snapshot_destroy(snapshot *snapshot);
/* Tells whether the run is configured like the one of the snapshot. Only then may the snapshot be taken again or
 * restored. */
bool snapshot_fits(const snapshot *snapshot, const run *run);
void snapshot_take(snapshot *snapshot, const run *run);
/* Restores a snapshot of the same run, or of another run of the same problem and model. Returns false after reporting
 * an error. */
bool snapshot_restore_checked(const snapshot *snapshot, run *run);
/* Restores a snapshot taken before run_begin, which may then be called again. Returns false after reporting an
 * error. */
bool run_rewind(run *run, const snapshot *origin);
