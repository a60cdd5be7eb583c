/* shared_library.c - libraries that are loaded at their first use.
 *
 * ISO C has no cast from an object pointer to a function pointer: the address is copied. */
#include "base/shared_library.h"
#include <dlfcn.h>
#include <string.h>

void *shared_library(const char *name) { return dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE); }

bool shared_library_find(void *library, const char *name, void *function)
{
    void *address = library ? dlsym(library, name) : NULL;
    memcpy(function, &address, sizeof address);
    return address;
}
