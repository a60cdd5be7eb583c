/* threads.h - how many threads evaluate elements and factor the matrix: `threads` card, `mt` of the linear solver.
 *
 * The results are the same to the last bit for any number of threads. */
#pragma once
#include "assembly/equations.h"

enum { THREADS_AUTO = -1 };

/* Reads the card after its colon. */
void read_threads(reader *reader, int *assembly, int *solver);
/* Returns a thread pool for both numbers, NULL if one thread does everything; replaces `auto` by a number. */
thread_pool *threads_start(int *assembly, int *solver, const equations *equations);
