/* netcdf_pod.h - proper orthogonal modes and identified motions as a NetCDF file. */
#pragma once
#include "linalg/pod.h"
#include "output/history.h"

/* BASE.nc; false after a report. */
bool netcdf_write_pod(const char *base, const history *h, const pod *p, int n_modes, const pod_motions *m,
                      diag *errors);
