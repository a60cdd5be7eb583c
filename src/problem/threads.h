/* threads.h - how many threads evaluate elements and factor the matrix: `threads` card, `mt` of the linear solver.
 *
 * The results are the same to the last bit, whatever their number. */
#pragma once
#include "assembly/equations.h"

enum { THREADS_AUTO = -1 };

/* The card after its colon. */
void read_threads(reader *reader, int *assembly, int *solver);
/* A thread pool for both numbers, NULL when one thread does everything; auto becomes a number. */
thread_pool *threads_start(int *assembly, int *solver, const equations *equations);
