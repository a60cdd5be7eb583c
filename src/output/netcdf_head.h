/* netcdf_head.h - opens a netCDF file for reading, unless its header is implausible. */
#pragma once
#include "output/netcdf_library.h"

/* Returns 0, or a status that strerror of the library can describe. */
int netcdf_open_results(const netcdf_library *library, const char *path, int *id);
