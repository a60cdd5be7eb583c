/* library.c - the functions of preCICE's C interface, looked up by name. */
#include "precice/library.h"
#include "base/shared_library.h"
#include "net/precice_protocol.h"
#include <stddef.h>

const char *precice_library_load(precice_library *library, const char *path)
{
    static const char STANDARD[] = "libprecice.so.3";
    void *file = shared_library(path ? path : STANDARD);
    if (!file)
        return path ? path : STANDARD;
#define PRECICE_FIND(name)                                             \
    if (!shared_library_find(file, "precicec_" #name, &library->name)) \
        return "precicec_" #name;
    PRECICE_FUNCTIONS(PRECICE_FIND)
#undef PRECICE_FIND
    return NULL;
}
