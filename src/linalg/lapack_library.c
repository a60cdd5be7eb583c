/* lapack_library.c - LAPACK, loaded when it is first wanted.
 *
 * OpenBLAS divides sums among its threads, and then results depend on the machine: it gets one thread unless the user
 * has set OPENBLAS_NUM_THREADS. It is told by a call, not by the environment, which belongs to the process and may be
 * read by others meanwhile. Analyses may begin in several threads: the library is opened once. */
#include "linalg/lapack_library.h"
#include "base/shared_library.h"
#include <pthread.h>
#include <stdlib.h>

static void *library; /* NULL: not there */

static void open_single_threaded(void)
{
    library = shared_library("liblapack.so.3");
    void (*set_threads)(int) = NULL;
    if (library && !getenv("OPENBLAS_NUM_THREADS") &&
        shared_library_find(library, "openblas_set_num_threads", &set_threads))
        set_threads(1);
}

bool lapack_library_open(lapack_library *l)
{
    static pthread_once_t is_opened = PTHREAD_ONCE_INIT;
    pthread_once(&is_opened, open_single_threaded);
    bool all = library != NULL;
#define LAPACK_FIND(name, arguments) all = all && shared_library_find(library, #name "_", &l->name);
    LAPACK_FUNCTIONS(LAPACK_FIND)
#undef LAPACK_FIND
    return all;
}

bool lapack_library_is_available(void)
{
    lapack_library unused;
    return lapack_library_open(&unused);
}
