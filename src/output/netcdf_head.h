/* netcdf_head.h - opens a netCDF file to be read, unless its head cannot be what it says. */
#pragma once
#include "output/netcdf_library.h"

/* 0, or a number that strerror of the library has words for. */
int netcdf_open_results(const netcdf_library *library, const char *path, int *id);
