/* ranks.h - the processes of `mpirun -n N torsor DECK`: the first one speaks for all. */
#pragma once
#include "torsor/torsor.h"

/* Joins the processes that mpirun has started, if there are several; those after the first print nothing from now on.
 * Returns false after a message. */
bool ranks_begin(void);
/* The processes, NULL if this one is alone; whether this one writes results. */
const torsor_ranks *ranks_now(void);
bool ranks_is_first(void);
/* Ends this process after the others, and all of them if it alone has failed. Returns the exit status of all. */
int ranks_end(int status);
