/* ranks.h - part of torsor.h: one analysis by several processes that mpirun has started.
 *
 *     const char *why;
 *     torsor_ranks *ranks = torsor_ranks_expected() > 1 ? torsor_ranks_open(&why) : NULL;
 *     torsor_analysis *a = torsor_begin_with_ranks(model, &options, ranks);
 *     ...
 *     return torsor_ranks_close(ranks, status);
 *
 * Every process opens the same deck and makes the same calls; each has the whole solution, and a part of the matrix and
 * of its factors. Open MPI and MUMPS are loaded by torsor_ranks_open. */
#ifndef TORSOR_RANKS_H
#define TORSOR_RANKS_H
#include "torsor/torsor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct torsor_ranks torsor_ranks;

/* Returns how many processes mpirun has started, by its variables of the environment; 1 without mpirun. */
TORSOR_PUBLIC int torsor_ranks_expected(void);
/* Returns which of them this is, 0, 1, 2 ..., also before they are opened. */
TORSOR_PUBLIC int torsor_ranks_number(void);
/* Joins the other processes; once in the life of a process. Returns NULL and why not: the text is valid for good. */
TORSOR_PUBLIC torsor_ranks *torsor_ranks_open(const char **why);
/* Like torsor_begin; `ranks` may be NULL. Only one process should write results. */
TORSOR_PUBLIC torsor_analysis *torsor_begin_with_ranks(torsor_model *model, const torsor_analysis_options *options,
                                                       const torsor_ranks *ranks);
/* Tells all processes the exit status of this one, and waits for theirs. Returns true if all of them have ended:
 * *status is then the first that is not 0, and *failed the number of its process, or -1. Returns false if others have
 * not ended within a few seconds after this one has failed: torsor_ranks_abort ends them all. */
TORSOR_PUBLIC bool torsor_ranks_close(const torsor_ranks *ranks, int *status, int *failed);
TORSOR_PUBLIC void torsor_ranks_abort(const torsor_ranks *ranks, int status);

#ifdef __cplusplus
}
#endif
#endif
