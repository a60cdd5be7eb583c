/* one_at_a_time.c - libraries that keep variables of their own between calls: one thread at a time may be in them.
 *
 *     OpenBLAS built without threads    its buffers, of which two threads may get the same
 *     ARPACK                            where its iteration is
 *     MUMPS                             more, and both of these below it */
#include "linalg/one_at_a_time.h"
#include <pthread.h>

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int depth; /* calls within calls of this thread */

void one_at_a_time_enter(void)
{
    if (depth++ == 0)
        pthread_mutex_lock(&door);
}

void one_at_a_time_leave(void)
{
    if (--depth == 0)
        pthread_mutex_unlock(&door);
}

void one_at_a_time_leave_all(void)
{
    if (depth > 0)
        pthread_mutex_unlock(&door);
    depth = 0;
}
