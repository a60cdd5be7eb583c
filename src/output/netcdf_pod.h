/* netcdf_pod.h - proper orthogonal modes and identified motions as a NetCDF file. */
#pragma once
#include "linalg/pod.h"
#include "output/history.h"

/* Writes BASE.nc. Returns false after reporting an error. */
bool netcdf_write_pod(const char *base, const history *history, const pod *pod, int n_modes,
                      const pod_motions *pod_motions, diag *errors);
