/* couplings.h - what a run shares its steps with: peers, a coupling by preCICE, the clock. */
#pragma once
#include "assembly/solution.h"
#include "contract/peer.h"
#include "nonlinear/nonlinear.h"

struct run;

typedef struct {
    peer *peers;                 /* by index; NULL: none */
    exchange_status status;      /* what elements with peers want after the next correction */
    coupling exchange;           /* how iterations reach them */
    struct coupled *participant; /* of a coupling by preCICE (participant.c); NULL: it is none */
} couplings;

/* peers.c: allocates the connections; makes them, false after a report; ends them. Exchanges at the initial state, and
 * at the predicted one, where file drivers take what has come. */
void peers_prepare(struct run *run);
bool peers_begin(struct run *run);
void peers_end(struct run *run);
outcome peers_start(struct run *run);
void peers_receive(struct run *run);
void peers_predicted(struct run *run);
/* Elements that send an accepted state to peers may fail to: false after a report. */
bool peers_accepted(const struct run *run);
/* A state that was taken before messages came cannot be gone back to: false after a report. */
bool peers_may_restore(struct run *run, const solution *to);

/* participant.c: allocates; meshes, initial data and the beginning of the coupling, and what is read there; the steps
 * begin. Data are read at a predicted state, errors being those of the state. The end, and what is released. */
void participant_prepare(struct run *run);
outcome participant_begin(struct run *run);
void participant_start(struct run *run);
void participant_read(struct run *run);
void participant_end(struct run *run);
void participant_destroy(struct run *run);
/* The length of the next step, where h is wanted; whether there is one. */
double participant_limit(const struct run *run, double h);
bool participant_continues(const struct run *run);
/* Sends an accepted step to the others. It then stays, and is output after those that have waited (`output`), and the
 * rest is committed; or it waits for the end of the window; or it is taken back, with those before it. */
typedef enum { STEP_STAYS, STEP_WAITS, STEP_TAKEN_BACK, STEP_FAILED } step_fate;
typedef bool step_output(struct run *run);
step_fate participant_advance(struct run *run, step_output *output);
bool participant_commit(struct run *run);

/* pace.c: in real time, prepares the process; waits for the beginning of a step; says at the end how well the pace was
 * kept. */
void pace_begin(struct run *run);
void pace_wait(struct run *run);
void pace_report(const struct run *run);
