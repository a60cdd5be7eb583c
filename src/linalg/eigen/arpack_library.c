/* arpack_library.c - ARPACK, loaded on first use.
 *
 * LAPACK is loaded first: ARPACK depends on it, and the number of its threads is set there. */
#include "linalg/eigen/arpack_library.h"
#include "base/shared_library.h"
#include "linalg/lapack_library.h"

bool arpack_library_open(arpack_library *arpack_library)
{
    lapack_library lapack;
    if (!lapack_library_open(&lapack))
        return false;
    void *library = shared_library("libarpack.so.2");
    if (!library)
        return false;
    bool all = true;
#define ARPACK_FIND(name, arguments) all &= shared_library_find(library, #name "_", &arpack_library->name);
    ARPACK_FUNCTIONS(ARPACK_FIND)
#undef ARPACK_FIND
    return all;
}
