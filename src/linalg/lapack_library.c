/* lapack_library.c - LAPACK, loaded when it is first wanted.
 *
 * dlopen keeps count by itself, so opening again is cheap and needs no state of ours. OpenBLAS divides sums among its
 * threads, and then results depend on the machine: it gets one thread unless the user has set OPENBLAS_NUM_THREADS. */
#include "linalg/lapack_library.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static void *open_single_threaded(void)
{
    static const char variable[] = "OPENBLAS_NUM_THREADS";
    const bool set = !getenv(variable) && setenv(variable, "1", 0) == 0;
    void *library = dlopen("liblapack.so.3", RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (set)
        unsetenv(variable);
    return library;
}

/* ISO C has no cast from an object pointer to a function pointer. */
static bool find(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address;
}

bool lapack_library_open(lapack_library *l)
{
    void *library = open_single_threaded();
    if (!library)
        return false;
    bool all = true;
#define LAPACK_FIND(name, arguments) all &= find(library, #name "_", &l->name);
    LAPACK_FUNCTIONS(LAPACK_FIND)
#undef LAPACK_FIND
    return all;
}
