/* couplings.h - what a run is coupled to: peers, a preCICE participant, the clock. */
#pragma once
#include "assembly/solution.h"
#include "contract/peer.h"
#include "nonlinear/nonlinear.h"

struct run;

typedef struct {
    peer *peers;                 /* by index; NULL if there are none */
    exchange_status status;      /* what elements with peers require after the next correction */
    coupling exchange;           /* callbacks of the iterations to the peers */
    struct coupled *participant; /* participant of a preCICE coupling (participant.c); NULL if there is none */
} couplings;

/* peers.c: peers_prepare allocates the connections, peers_begin opens them (returns false after reporting an error),
 * and peers_end closes them. At the initial state, peers_start lets file drivers receive and elements exchange. At a
 * predicted state, peers_receive lets file drivers receive, and peers_predicted lets elements exchange. */
void peers_prepare(struct run *run);
bool peers_begin(struct run *run);
void peers_end(struct run *run);
outcome peers_start(struct run *run);
void peers_receive(struct run *run);
void peers_predicted(struct run *run);
/* Returns false after reporting that an element could not send the accepted state to its peer. */
bool peers_accepted(const struct run *run);
/* Returns false after reporting an error if messages have been received since the state `to` was saved, or if the run
 * is a participant that has advanced since: such a run cannot go back. */
bool peers_may_restore(struct run *run, const solution *to);

/* participant.c: participant_prepare allocates; participant_begin defines the meshes, writes the initial data,
 * initializes the coupling and reads the data available then; participant_start is called before the first step and
 * takes the first checkpoint, if there are any. participant_read reads data at a predicted state; its errors are errors
 * of that state. participant_end finalizes the coupling, participant_destroy releases its memory. */
void participant_prepare(struct run *run);
outcome participant_begin(struct run *run);
void participant_start(struct run *run);
void participant_read(struct run *run);
void participant_end(struct run *run);
void participant_destroy(struct run *run);
/* participant_limit returns the length of the next step if h is requested; participant_continues tells whether there is
 * a next step. */
double participant_limit(const struct run *run, double h);
bool participant_continues(const struct run *run);
/* participant_advance sends an accepted step to the other participants and returns its fate. STEP_STAYS: the step is
 * final; it is output by `output` after the steps that have waited, and participant_commit completes it. STEP_WAITS: it
 * waits for the end of the time window. STEP_TAKEN_BACK: it is undone, with the steps of the window before it. */
typedef enum { STEP_STAYS, STEP_WAITS, STEP_TAKEN_BACK, STEP_FAILED } step_fate;
typedef bool step_output(struct run *run);
step_fate participant_advance(struct run *run, step_output *output);
bool participant_commit(struct run *run);

/* pace.c, for runs in real time: pace_begin prepares the process, pace_wait waits for the beginning of a step, and
 * pace_report reports at the end how well the pace was kept. */
void pace_begin(struct run *run);
void pace_wait(struct run *run);
void pace_report(const struct run *run);
