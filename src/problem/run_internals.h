/* run_internals.h - what a run consists of; known only to the files of this layer. */
#pragma once
#include "assembly/initial.h"
#include "problem/couplings.h"
#include "problem/phases.h"
#include "problem/run.h"
#include "problem/solver_output.h"
#include "problem/step_control.h"

/* What changes besides unknowns and memories; lies in the solution. */
typedef struct {
    run_summary sum;
    stage last;              /* stage that led to the present solution */
    nonlinear_report solved; /* how the last step was solved */
    bool is_over;            /* no step follows */
    int expected;            /* see equations */
    step_control steps;
    real_time_memory clock;
    long received; /* messages of peers */
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
    /* to work with */
    equations *equations;
    solver_seconds seconds;
    void *solver;      /* nonlinear */
    thread_pool *pool; /* NULL: one thread */
    void *work;        /* of the type of the problem; NULL until it is prepared */
    solver_output output;
    step_limits limits;
    couplings couplings;
    archive *saved; /* what is written into restart files; NULL: none are wanted */
};

/* --- for types of problems: run.c --------------------------------------------------------------------------------- */

/* The initial time, and the first time step. */
void run_set_initial_time(run *run);
/* The initial positions stand: observers open what they need. */
void run_report_assembled(const run *run);
/* The step that was solved, as run->now->solved says, is accepted and counted. */
void run_accept_step(run *run);
/* The solution is accepted: it goes to the observers, and to standard output as the deck wants. */
void run_output(run *run, const nonlinear_report *report);
/* The eigenanalyses that are due. False after an error. */
bool run_eigen(const run *run);
/* No step follows: the status that says so. */
run_status run_over(run *run, bool ok);
/* Whether a next step is there, and wanted. */
run_status run_look_ahead(run *run);
/* Whether somebody outside wants it to stop; whether `abort after: regular step` does. */
bool run_is_stopped(const run *run);
bool run_is_aborted_after_step(const run *run);
/* Eigenanalyses that were done at states that have waited are done in `to` as well. */
void run_carry_done(solution *to, const run *run);

/* --- snapshots, restart files, messages --------------------------------------------------------------------------- */

/* snapshot.c: goes back whether or not peers have sent messages since. False after an error. */
bool snapshot_restore(const snapshot *snapshot, run *run);

/* restart.c: what a restart file holds of a state that steps continue from. */
void run_serialize(archive *archive, run *run);
/* Prepares for restart files; takes the state of one; writes one when it is due, or now. False after an error, which
 * has been reported. */
void restart_prepare(run *run);
bool restart_load(run *run);
bool restart_save_due(run *run);
bool restart_save(run *run);

/* failure.c: says what went wrong, where, and what to try; always false. */
bool report_failure(const run *run, outcome why, const nonlinear_report *report, diag_code not_converged);
bool report_step_length(const run *run, double h);
bool report_assembly(const run *run, const initial_report *report);
void announce_assembly(const run *run, const initial_report *report); /* when it has moved something far */
