/* netcdf_head.h - opens a netCDF file for reading, unless its header is implausible; finds the first record. */
#pragma once
#include "output/netcdf_library.h"
#include <stdint.h>

enum { NETCDF_ENOTNC = -51 };

/* Returns 0, or a status that strerror of the library can describe. */
int netcdf_open_results(const netcdf_library *library, const char *path, int *id);
/* Returns the position of the first record of a file in a classic format; 0 if it has no record variables or cannot be
 * read. */
uint64_t netcdf_first_record(const char *path);
