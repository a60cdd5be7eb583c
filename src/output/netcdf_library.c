/* netcdf_library.c - the netCDF library, loaded when it is first wanted.
 *
 * dlopen keeps count by itself, so opening again is cheap and needs no state of ours. The name without a number is
 * there only on machines where programs are built, so the numbered ones come first.
 *
 * HDF5, which it is built on, closes at the end of the process what is still open. A file that could not be closed,
 * because the disk is full, crashes it there: it is told to leave that alone. */
#include "output/netcdf_library.h"
#include "base/array.h"
#include "base/shared_library.h"
#include <dlfcn.h>

static void *open_any(void)
{
    static const char *const NAMES[] = {"libnetcdf.so.19", "libnetcdf.so.22", "libnetcdf.so.18", "libnetcdf.so"};
    void *library = NULL;
    for (int i = 0; !library && i < ARRAY_LEN(NAMES); i++)
        library = shared_library(NAMES[i]);
    return library;
}

static void keep_out_of_exit(void *library)
{
    int (*dont_atexit)(void);
    if (shared_library_find(library, "H5dont_atexit", &dont_atexit))
        dont_atexit();
}

const char *netcdf_library_open(netcdf_library *netcdf_library)
{
    void *library = open_any();
    if (!library)
        return dlerror();
    keep_out_of_exit(library);
    bool all = shared_library_find(library, "nc_strerror", &netcdf_library->strerror);
#define NETCDF_FIND(name, arguments) all &= shared_library_find(library, "nc_" #name, &netcdf_library->name);
    NETCDF_FUNCTIONS(NETCDF_FIND)
#undef NETCDF_FIND
    return all ? NULL : "it lacks required functions";
}
