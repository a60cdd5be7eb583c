/* arpack_library.c - ARPACK, loaded when it is first wanted.
 *
 * LAPACK is loaded first: ARPACK is built on it, and its threads are settled there. */
#include "linalg/eigen/arpack_library.h"
#include "linalg/lapack_library.h"
#include <dlfcn.h>
#include <string.h>

/* ISO C has no cast from an object pointer to a function pointer. */
static bool find(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address;
}

bool arpack_library_open(arpack_library *l)
{
    lapack_library lapack;
    if (!lapack_library_open(&lapack))
        return false;
    void *library = dlopen("libarpack.so.2", RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (!library)
        return false;
    bool all = true;
#define ARPACK_FIND(name, arguments) all &= find(library, #name "_", &l->name);
    ARPACK_FUNCTIONS(ARPACK_FIND)
#undef ARPACK_FIND
    return all;
}
