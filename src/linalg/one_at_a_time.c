/* one_at_a_time.c - a lock for libraries that keep global variables between calls: one thread at a time may enter.
 *
 *     OpenBLAS built without threads    its buffers, which two threads may share by mistake
 *     ARPACK                            the state of its iteration
 *     MUMPS                             other variables, and it calls the other two */
#include "linalg/one_at_a_time.h"
#include <pthread.h>

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int depth; /* nested calls of this thread */

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
