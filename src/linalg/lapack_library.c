/* lapack_library.c - LAPACK, loaded on first use.
 *
 * OpenBLAS divides sums among its threads, which makes results depend on the machine: it is limited to one thread
 * unless the user has set OPENBLAS_NUM_THREADS. This is done by a call, not through the environment, which belongs to
 * the process and may be read by other threads at the same time. Analyses may begin in several threads: the library is
 * opened once. */
#include "linalg/lapack_library.h"
#include "base/shared_library.h"
#include <pthread.h>
#include <stdlib.h>

static lapack_library functions;
static bool is_complete; /* all functions were found */

static void find_functions(void *library)
{
    is_complete = true;
#define LAPACK_FIND(name, arguments) \
    is_complete = is_complete && shared_library_find(library, #name "_", &functions.name);
    LAPACK_FUNCTIONS(LAPACK_FIND)
#undef LAPACK_FIND
}

static void open_single_threaded(void)
{
    void *library = shared_library("liblapack.so.3");
    void (*set_threads)(int) = NULL;
    if (library && !getenv("OPENBLAS_NUM_THREADS") &&
        shared_library_find(library, "openblas_set_num_threads", &set_threads))
        set_threads(1);
    if (library)
        find_functions(library);
}

bool lapack_library_open(lapack_library *library)
{
    static pthread_once_t is_opened = PTHREAD_ONCE_INIT;
    pthread_once(&is_opened, open_single_threaded);
    *library = functions;
    return is_complete;
}

bool lapack_library_is_available(void)
{
    lapack_library unused;
    return lapack_library_open(&unused);
}
