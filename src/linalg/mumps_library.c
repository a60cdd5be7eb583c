/* mumps_library.c - MUMPS, loaded on first use.
 *
 * LAPACK is loaded first: MUMPS depends on it, and the number of its threads is set there. */
#include "linalg/mumps_library.h"
#include "base/shared_library.h"
#include "linalg/lapack_library.h"
#include "linalg/one_at_a_time.h"
#include <pthread.h>
#include <stdio.h>

static void (*function)(DMUMPS_STRUC_C *); /* NULL if missing */

static void open_once(void)
{
    lapack_library lapack;
    char name[40];
    snprintf(name, sizeof name, "libdmumps_seq-%.3s.so", MUMPS_VERSION);
    if (lapack_library_open(&lapack))
        shared_library_find(shared_library(name), "dmumps_c", &function);
}

bool mumps_library_open(void)
{
    static pthread_once_t is_opened = PTHREAD_ONCE_INIT;
    pthread_once(&is_opened, open_once);
    return function != NULL;
}

void mumps_library_call(DMUMPS_STRUC_C *m)
{
    one_at_a_time_enter();
    function(m);
    one_at_a_time_leave();
}
