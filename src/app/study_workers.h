/* study_workers.h - processes that solve the cases of a study. */
#pragma once
#include "torsor/torsor.h"

typedef struct {
    int done, refused, failed, open;
} study_counts;

/* Counts what has become of the cases. */
study_counts study_count(torsor_study *study);
/* Solves every open case, with this many processes. The study must have been opened with
 * study_gives_up as `give_up`. Returns false if it was interrupted, or if a worker could not be started or could not
 * store what it had solved, after a message. */
bool study_workers_run(torsor_study *study, int jobs, bool silent);
/* Solves, in this process, every case that no other has solved or is solving. Returns as above. */
bool study_worker_alone(torsor_study *study, int first);
/* SIGINT, SIGTERM and the like raise study_gives_up from now on. */
void study_listen_to_signals(void);
extern volatile int study_gives_up;
