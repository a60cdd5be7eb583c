/* run.h - an initial value problem at work; known only to the files of this layer. */
#pragma once
#include "problem/initial_value.h"
#include "problem/jacobian_check.h"
#include "assembly/initial.h"
#include "contract/peer.h"

/* Steps that were halved since they were too long for an element: they fill one of the length that was wanted. */
typedef struct {
    double length; /* that was wanted; 0: no step is halved */
    int times;     /* the present ones are 2^-times of it */
    int done;      /* of these, since its beginning */
} halved_step;

/* What changes besides unknowns and memories; lies in the solution. */
typedef struct {
    run_summary sum;
    stage last;              /* stage that led to the present solution */
    nonlinear_report solved; /* how the last step was solved */
    bool is_under_way;       /* the length of the next step follows from that of the last */
    bool is_over;            /* no step follows */
    int expected;            /* see equations */
    strategy_memory strategy;
    halved_step halved;
    double uncut;  /* length of the last step had it not been cut to end at a given time; 0: it was not */
    double wanted; /* length of the step, before a coupling limits it; 0: none is under way */
    bool is_told_of_jump;
    real_time_memory clock;
    long received; /* messages of peers */
} run_progress;

typedef struct inverse inverse;

struct run {
    const initial_value *p;
    const model *m;
    run_options o;
    const run_listener *listen;
    diag *errors;
    arena *memory;
    solution *u;
    /* in the solution */
    run_progress *now;
    run_summary *sum;
    bool *eigen_done; /* by time of the eigenanalysis */
    void *solver_memory;
    size_t solver_size;
    history *past;
    /* rooms to work in */
    equations *a;
    solver_seconds seconds;
    void *solver; /* nonlinear */
    team *team;   /* NULL: one thread */
    inverse *inverse;
    iteration_listener hear;     /* for `output: iterations` and the like */
    jacobian_checker *checker;   /* NULL: none */
    jacobian_difference checked; /* the worst of the step */
    int iteration;               /* of the solution at hand */
    double deadline;             /* of the step at hand, see task */
    double until;                /* no step goes beyond; HUGE_VAL: any may */
    const elem **judges;         /* elements for which a step may be too long */
    int n_judges;
    bool switches;        /* some element's forces jump */
    const elem *too_long; /* the one for which the step that was solved is too long; NULL: none */
    peer *peers;          /* by index; NULL: none */
    exchange_talk talk;   /* what elements with peers want after the next correction */
    coupling couple;
    struct coupled *couple_with; /* as a participant (participant.c); NULL: it is none */
    archive *kept;               /* what is written into restart files; NULL: none are wanted */
};

void run_set_time(run *x, double t, double dt, int step);

/* step.c: one step from the last accepted state to the solution at its end. A failure leaves time and step where it
 * happened. */
outcome run_step(run *x, const integrator *method, const convergence *test, double h, nonlinear_report *r);
/* The state is the predicted one: elements and file drivers hear of it. */
void run_predict(run *x);
/* Solves at the present instant; adds to the summary. */
outcome run_solve(run *x, const convergence *test, nonlinear_report *r);
/* Keeps the solution as the last accepted one; g: the stage that led to it, NULL: none. */
void run_remember(run *x, const stage *g);
/* The newest point of the history is the last accepted state. */
void run_look_back(run *x);

/* peers.c: rooms for the connections; makes them, false after a report; ends them. Talks at the initial state; at the
 * predicted one, where file drivers take what has come. */
void peers_prepare(run *x);
bool peers_begin(run *x);
void peers_end(run *x);
outcome peers_start(run *x);
void peers_receive(run *x);
void peers_predicted(run *x);
/* A state that was taken before messages came cannot be gone back to: false after a report. */
bool peers_may_return(run *x, const solution *to);

/* participant.c: rooms; meshes, initial data and the beginning of the coupling, and what is read there; the steps
 * begin. Data are read at a predicted state, faults being those of the state. The end, and the rooms' end. */
typedef struct coupled coupled;
void participant_prepare(run *x);
outcome participant_begin(run *x);
void participant_start(run *x);
void participant_read(run *x);
void participant_end(run *x);
void participant_destroy(run *x);
/* The length of the next step, where h is wanted; whether there is one. */
double participant_limit(const run *x, double h);
bool participant_goes_on(const run *x);
/* An accepted step is told to others. Then it stays, and is told to listeners after those that have waited (`tell`),
 * and the rest is committed; or it waits for the end of the window; or it is taken back, with those before it. */
typedef enum { STEP_STAYS, STEP_WAITS, STEP_TAKEN_BACK, STEP_FAILED } step_fate;
typedef bool step_teller(run *x);
step_fate participant_advance(run *x, step_teller *tell);
bool participant_commit(run *x);
/* Eigenanalyses that were done at states that have waited are done in `to` as well. */
void run_carry_done(solution *to, const run *x);
/* snapshot.c: goes back whether or not peers have sent messages since. False after an error. */
bool snapshot_restore(const snapshot *k, run *x);

/* inverse_dynamics.c: prepares, false when the model is none for it; solves the instant at hand. */
bool inverse_prepare(run *x);
outcome inverse_instant(run *x, nonlinear_report *r);

/* restart.c: prepares for restart files; takes the state of one; writes one when it is due, or now. False after an
 * error, which has been reported. */
void restart_prepare(run *x);
bool restart_load(run *x);
bool restart_save_due(run *x);
bool restart_save(run *x);

/* failure.c: says what went wrong, where, and what to try; always false. */
bool report_failure(const run *x, outcome why, const nonlinear_report *r, diag_code not_converged);
bool report_step_length(const run *x, double h);
bool report_assembly(const run *x, const initial_report *r);
void tell_of_assembly(const run *x, const initial_report *r); /* when it has moved something far */

/* solver_output.c: lines for standard output. */
void hear_iterations(run *x);
void show_step(run *x, const nonlinear_report *r);
void show_bailout(const run *x);
/* In real time: waits for the beginning of the step; says at the end how well the pace was kept. */
void keep_pace(run *x);
void show_pace(const run *x);
