/* netcdf_library.c - the netCDF library, loaded on first use.
 *
 * dlopen counts references, so opening the library again is cheap and needs no static state. The name without a
 * version number exists only on machines with development packages, so the names with version numbers are tried
 * first.
 *
 * HDF5, which the library is based on, closes all files that are still open at the end of the process. It crashes on
 * a file that could not be closed because the disk is full; therefore this cleanup is disabled. */
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
