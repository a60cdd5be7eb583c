/* run_internals.h - the members of a run, private to the files of this layer. */
#pragma once
#include "assembly/initial.h"
#include "problem/couplings.h"
#include "problem/phases.h"
#include "problem/run.h"
#include "problem/solver_output.h"
#include "problem/step_control.h"

/* How far the velocities of the points of the history have been moved (drift.h). */
typedef struct {
    bool is_active;
    int until; /* number of steps */
    double applied;
} drift_progress;

/* What changes besides unknowns and the memory of instances; part of the solution. */
typedef struct {
    run_summary sum;
    stage last;              /* stage that led to the present solution */
    nonlinear_report solved; /* how the last step was solved */
    bool is_over;            /* no step follows */
    int expected;            /* see equations */
    step_control steps;
    drift_progress drift;
    real_time_memory clock;
    long received; /* number of messages received from peers */
} run_progress;

struct run {
    const problem *problem;
    const model *model;
    run_options options;
    const run_observer *observer;
    diag *errors;
    arena *memory;
    solution *solution;
    /* in the solution */
    run_progress *now;
    run_summary *sum;
    bool *eigen_done; /* by time of the eigenanalysis */
    void *solver_memory;
    size_t solver_size;
    history *past;
    void *radau_memory; /* NULL if the method is another */
    void *own;          /* of the type of the problem; NULL if it has no such data */
    struct {
        double *rate, *value; /* directions in y' and y; NULL if the start does not need them */
    } drift;
    /* workspace */
    equations *equations;
    solver_seconds seconds;
    void *solver;          /* of the nonlinear solver */
    thread_pool *pool;     /* NULL: one thread */
    void *work;            /* of the type of the problem; NULL until it is prepared */
    struct radau *radau;   /* NULL if the method is another */
    error_control *error;  /* NULL if the deck does not ask for accuracy */
    struct events *events; /* NULL if the deck does not ask for accuracy, or nothing has events */
    solver_output output;
    step_limits limits;
    long far_rotations; /* counted by rotation_check */
    couplings couplings;
    bool is_divided;               /* among the ranks of an MPI job */
    bool has_announced_redundancy; /* a note said which constraints repeat each other */
    bool has_announced_rounding;   /* a warning said that rounding errors exceed the tolerance */
    archive *saved;                /* contents of restart files; NULL if none are requested */
};

/* --- for types of problems: run.c --------------------------------------------------------------------------------- */

/* Sets the initial time and the first time step. */
void run_set_initial_time(run *run);
/* Notifies observers that the initial positions are known, so that they can open what they need. */
void run_report_assembled(const run *run);
/* Accepts and counts the step that was solved, with the report run->now->solved. */
void run_accept_step(run *run);
/* Sends the accepted solution to the observers, and to standard output as the deck requests. Returns false after an
 * error in a drive that only the output reads. */
bool run_output(run *run, const nonlinear_report *report);
/* Performs the eigenanalyses that are due. Returns false after an error. */
bool run_eigen(const run *run);
/* Marks the run as over and returns the corresponding status. */
run_status run_over(run *run, bool ok);
/* Returns the status after a step: whether there is a next step, and whether it is requested. */
run_status run_look_ahead(run *run);
/* run_is_stopped tells whether the caller requests a stop, run_is_aborted_after_step whether `abort after: regular
 * step` does. */
bool run_is_stopped(const run *run);
bool run_is_aborted_after_step(const run *run);
/* Marks in `to` the eigenanalyses that were done at states that have waited. */
void run_carry_done(solution *to, const run *run);

/* --- snapshots, restart files, messages --------------------------------------------------------------------------- */

/* snapshot.c: restores the state whether or not peers have sent messages since. Returns false after an error. */
bool snapshot_restore(const snapshot *snapshot, run *run);

/* restart.c: serializes or restores a state from which steps continue. */
void run_serialize(archive *archive, run *run);
/* Prepare for restart files; restore a state from one; write one if it is due, or now. Return false after reporting an
 * error. */
void restart_prepare(run *run);
bool restart_load(run *run);
bool restart_save_due(run *run);
bool restart_save(run *run);

/* rotation_check.c: warns, once, of a node that rotates too far in the step that was solved; reports how often nodes
 * did. */
void rotation_check(run *run);
void rotation_report(const run *run);

/* failure.c: reports what failed, where, and what to try. Always returns false. */
bool report_failure(const run *run, outcome why, const nonlinear_report *report, diag_code not_converged);
bool report_step_length(const run *run, double h);
bool report_assembly(const run *run, const initial_report *report);
void announce_assembly(const run *run, const initial_report *report); /* if it has moved something far */
void announce_redundancy(run *run);                                   /* which constraints repeat each other, once */
/* Warns, once, that rounding errors exceed the tolerance of the solution that was accepted. */
void announce_rounding(run *run, const convergence *test, const nonlinear_report *report);
