/* netcdf_eigen.h - results of eigenanalyses in the NetCDF file. */
#pragma once
#include "output/netcdf_file.h"
#include "problem/eigen.h"

/* Dimensions and variables that the first analysis defines for all of them. */
typedef struct {
    bool is_defined;
    int vec1, vec3;                               /* dimensions of the file, set by the caller */
    int analyses, size, nodes, six, complex_part; /* dimensions defined here */
    int step, time, coefficient;                  /* variables */
} netcdf_eigen;

/* Requires that the file is not in define mode, and leaves it so. */
void netcdf_put_eigen(netcdf_file *file, netcdf_eigen *netcdf_eigen, const state *state, const model *model,
                      const eigen_result *result);
