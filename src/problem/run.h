/* run.h - the solution of a problem under way: from the deck to the first solution, then one step at a time. */
#pragma once
#include "problem/problem.h"

/* What the outside is notified of a run; any may be NULL. */
typedef struct {
    void *context;
    bool (*begin)(void *to, const model *model, const state *state); /* the model is there: open files; false: cannot */
    void (*assembled)(void *to);                                     /* the initial assembly is done */
    /* The derivatives at the start are there, and then the last dummy step. */
    void (*begun)(void *to, const state *state, const nonlinear_report *report);
    void (*step)(void *to, const state *state,
                 const nonlinear_report *report); /* a step, or the initial state, is accepted */
    void (*message)(void *to, const char *text);  /* a line for standard output */
    bool (*eigen)(void *to, const state *state,
                  const eigen_result *result);     /* an eigenanalysis is done; false: cannot go on */
    bool (*stop)(void *to);                        /* asked after each step: end now? */
    bool (*serialize)(void *to, archive *archive); /* a restart file is due: write it; false: cannot go on */
} run_observer;

typedef struct {
    bool complete;
    double t;
    int steps;
    long iterations, jacobians;
    double error; /* sum of the residual errors */
} run_summary;

/* How a run is set up besides the deck. */
typedef struct {
    run_observer observer;
    diag *errors;                 /* messages of the run */
    archive *resume;              /* restart file to go on from; NULL: from the beginning */
    const char *resume_name;      /* for messages */
    source_location resume_where; /* the card that asks for it, or nowhere */
    bool may_restore;             /* snapshots will be taken */
    bool is_timed;                /* run_seconds will be asked for */
    long number;                  /* tells runs of a model apart that come to lie at the same address */
} run_options;

/* The problem and the model are not changed; any number of runs may be at work on them. NULL after an error, which has
 * been reported. */
run *run_create(const problem *problem, const model *model, const run_options *options);
void run_destroy(run *run);
/* From the deck to the initial state; then one accepted step at a time. */
run_status run_begin(run *run);
run_status run_advance(run *run);
/* The same, but the step ends at the given time at the latest. */
run_status run_advance_to(run *run, double until);
/* Ends it where it is: what is due at the end is done. */
run_status run_end(run *run);
/* Writes the state as a restart file holds it, where the type of the problem saves. */
void run_save(archive *archive, run *run);
/* From the beginning to the end; false after an error, which has been reported. */
bool problem_solve(const problem *problem, const model *model, const run_options *options, run_summary *summary);

/* Positions and velocities of nodes were changed from outside: finds momenta, accelerations and reactions that belong
 * to them, and the method begins anew. False after an error, which has been reported. */
bool run_reconsider(run *run);
/* The modes of the equations linearised at the present state (eigen.h); r NULL: no rotor. False after an error, which
 * has been reported. */
bool run_modes(run *run, const eigenanalysis *eigenanalysis, const rotor_blades *rotor_blades, eigen_observer *report,
               void *to);
/* Modes of a component, at the present state (reduce.h). False after an error, which has been reported. */
struct reduce_options;
struct reduced;
bool run_reduce(run *run, const struct reduce_options *options, arena *memory, struct reduced *to);
/* How the solution of the last step answers to a small change of what acts on it (response.c). `w` is a copy of the
 * solution of the run, and `change` sets what acts on it to its value plus `by` times the change of unit size. */
typedef struct {
    void (*change)(void *to, solution *solution, double by);
    void *context;
    double small; /* `by` that is small */
} response_to;
/* d: the change of the unknowns' corrections (solution_correct); false when the equations have no single answer. */
bool run_respond(const run *run, solution *solution, const response_to *to, double *d);

bool run_is_over(const run *run);
solution *run_solution(run *run);
const run_summary *run_results(const run *run);
solver_seconds run_seconds(const run *run); /* what its solver has taken; zeros when it is not timed */

/* A point to return to, for a run created with may_restore: exact to the bit. The first one allocates, the next ones
 * into the same snapshot copy. */
typedef struct snapshot snapshot;
snapshot *snapshot_create(const run *run);
void snapshot_destroy(snapshot *snapshot);
/* Whether the run is set up like the one it was taken of: only then may it be renewed or returned to. */
bool snapshot_fits(const snapshot *snapshot, const run *run);
void snapshot_take(snapshot *snapshot, const run *run);
/* Of the same run, or of another one of the same problem and model. False after an error, which has been reported. */
bool snapshot_restore_checked(const snapshot *snapshot, run *run);
